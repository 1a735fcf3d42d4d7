//! Limits of every organization, independent of its plan.

use jiff::Timestamp;

/// The maximum number of pending invitations.
pub const MAX_PENDING_MEMBERS: u32 = 1_000;
/// The maximum number of API keys created on one day (UTC), including replacements.
pub const MAX_KEYS_MADE_A_DAY: u32 = 1_000;
/// The maximum number of sites created on one day (UTC), including those that were deleted since.
pub const MAX_SITES_MADE_A_DAY: u32 = 1_000;

/// What an organization may create only so often within a day. Deleted objects still count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Made {
    /// An API key, or the replacement of one.
    Key,
    /// A site.
    Site,
}

impl Made {
    /// The name under which it is counted.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Key => "key",
            Self::Site => "site",
        }
    }

    /// How many may be created within a UTC day.
    pub fn most_a_day(self) -> u32 {
        match self {
            Self::Key => MAX_KEYS_MADE_A_DAY,
            Self::Site => MAX_SITES_MADE_A_DAY,
        }
    }
}

const DAY_MILLISECONDS: i64 = 86_400_000;

/// The UTC day on which something is created, in days since 1970-01-01.
pub fn day_of_making(at: Timestamp) -> i64 {
    at.as_millisecond().div_euclid(DAY_MILLISECONDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_ends_at_midnight_in_utc() {
        let day = |text: &str| day_of_making(text.parse().expect("a time"));
        assert_eq!(day("2026-06-15T00:00:00Z"), day("2026-06-15T23:59:59.999Z"));
        assert_eq!(day("2026-06-15T23:59:59.999Z") + 1, day("2026-06-16T00:00:00Z"));
        assert_eq!(day("1970-01-01T00:00:00Z"), 0);
    }
}
