//! The durability that a commit guarantees.

/// The guarantee of a commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Commits {
    /// It survives a loss of power: acknowledged data is kept.
    #[default]
    Durable,
    /// The file stays intact, and a loss of power may lose the latest commits until the store is closed. For filling a
    /// folder that nobody relies on yet.
    Fast,
}
