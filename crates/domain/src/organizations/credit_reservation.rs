//! The result of reserving credits.

/// The result of a reservation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CreditReservation {
    /// The credits are reserved for this work.
    Reserved,
    /// They were already reserved for this work; nothing changed.
    AlreadyReserved,
    /// Fewer credits are available; nothing is reserved.
    Insufficient {
        /// How many are available.
        available: i64,
    },
    /// There is no such organization.
    Missing,
}
