//! The result of a move, and its progress messages.

/// The result of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// Whether it continued a move that had not ended.
    pub resumed: bool,
    /// What was compared at the end.
    pub compared: Vec<Compared>,
}

/// Something that was compared in the source and in the target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// A table, or something that was computed from tables.
    pub what: String,
    /// The number of rows or items in the source.
    pub source: u64,
    /// The number of rows or items in the target.
    pub target: u64,
    /// Whether the contents are equal, not only their number.
    pub is_same: bool,
}

/// Gets a progress message for each step of a move, and repeatedly for large tables of events.
pub type Tell<'t> = &'t (dyn Fn(&str) + Sync);
