//! The size of the pieces in which a move sends rows. Pieces limit the memory in use, and let both sides work at the
//! same time.

/// The bytes of rows that are sent at a time and, for events, stored in one transaction.
pub(super) const BYTES_AT_ONCE: usize = 2 << 20;
/// The maximum number of pieces that wait for the other side.
pub(super) const PIECES_WAITING: usize = 2;
/// A progress message is sent after this many rows of a table.
pub(super) const ROWS_TOLD: u64 = 500_000;
