//! The durability that a commit guarantees.

/// When a commit is durable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Commits {
    /// A commit survives a power failure: acknowledged data is kept.
    #[default]
    Durable,
    /// The file stays intact, but a power failure may lose the latest commits until the store is closed. This is for
    /// filling a folder that nobody relies on yet.
    Fast,
}
