//! What a commit promises.

/// What is promised of a commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Commits {
    /// It survives a loss of power: what is acknowledged is kept.
    #[default]
    Durable,
    /// The file stays whole, and a loss of power may take the latest commits until the store is closed. For filling a folder
    /// that nobody relies on yet.
    Fast,
}
