//! The result of a move, and its progress messages.

/// What a move did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// Whether it went on with a move that did not end.
    pub resumed: bool,
    /// What was compared at the end.
    pub compared: Vec<Compared>,
}

/// Something that was compared in the source and in the target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// A table, or what follows from some.
    pub what: String,
    /// How many there are in the source.
    pub source: u64,
    /// The same in the target.
    pub target: u64,
    /// Whether they are equal, and not only their number.
    pub is_same: bool,
}

/// Is given a line for each step of a move.
pub type Tell<'t> = &'t (dyn Fn(&str) + Sync);
