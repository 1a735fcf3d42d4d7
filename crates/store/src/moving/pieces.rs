//! The size of the pieces in which a move sends rows. Pieces keep memory limited, and let both sides work at the same
//! time.

/// Bytes of rows that are sent at once, and stored in one transaction where they are events.
pub(super) const BYTES_AT_ONCE: usize = 2 << 20;
/// Pieces that wait for the other side.
pub(super) const PIECES_WAITING: usize = 2;
/// A line tells how far a table came after so many rows.
pub(super) const ROWS_TOLD: u64 = 500_000;
