//! Credits: the cost of work. The ledger is append-only, and the sum of its entries is always the balance.
//!
//! Work that costs credits reserves the most it may use before it begins, so that the balance never falls below zero,
//! and pays what it used after it has succeeded. Failed work costs nothing.
//!
//! A period is a calendar month in UTC. At its start, what is left of the last one expires and the plan's allowance is
//! granted; a plan that is raised within a month grants the difference at once.

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::shared::ids::{JobId, LedgerEntryId, OrgId};

/// Credits are low when less is left than the allowance divided by this.
const LOW_PART: i64 = 10;

/// Why the ledger changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LedgerEntryType {
    /// Credits were given.
    Grant,
    /// Work was paid.
    Debit,
    /// Credits charged for work were refunded.
    Refund,
    /// Credits expired at the end of a period, or the operator corrected the balance.
    Adjustment,
}

words! {
    LedgerEntryType, "a type of ledger entry":
    Grant = "grant",
    Debit = "debit",
    Refund = "refund",
    Adjustment = "adjustment",
}

/// What an entry or a reservation is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct LedgerReference {
    /// `period`, `job`, …
    #[serde(rename = "type")]
    pub kind: String,
    /// Its id; of a period its first day.
    pub id: String,
}

impl LedgerReference {
    /// The reference of what a job reserves and pays.
    pub fn job(id: JobId) -> Self {
        Self { kind: "job".into(), id: id.to_string() }
    }
}

/// One line of the ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerEntry {
    /// Its id.
    pub id: LedgerEntryId,
    /// The organization.
    pub org_id: OrgId,
    /// Its place in the organization's ledger, from 1, without gaps: entries of the same time keep their order.
    pub place: u64,
    /// The reason.
    pub kind: LedgerEntryType,
    /// Credits, with their sign.
    pub amount: i64,
    /// The balance after it.
    pub balance_after: i64,
    /// A sentence or a word for people.
    pub reason: String,
    /// The subject.
    pub reference: LedgerReference,
    /// When.
    pub created_at: Timestamp,
}

/// An organization's credits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CreditAccount {
    /// The organization.
    pub org_id: OrgId,
    /// The sum of the ledger.
    pub balance: i64,
    /// Credits reserved for running work. Never more than the balance.
    pub reserved: i64,
    /// The plan's grant each period.
    pub monthly_allowance: i64,
    /// Charged in this period, minus refunds.
    pub used_this_period: i64,
    /// The current period.
    pub period: CreditPeriod,
}

impl CreditAccount {
    /// What new work may reserve.
    pub const fn available(&self) -> i64 {
        self.balance - self.reserved
    }

    /// Whether less is left for new work than a tenth of the plan's monthly allowance.
    pub const fn is_low(&self) -> bool {
        self.available() < self.monthly_allowance / LOW_PART
    }

    /// Whether nothing is left. Reserved credits still exist, and may be freed.
    pub const fn is_exhausted(&self) -> bool {
        self.balance <= 0
    }
}

/// A calendar month in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct CreditPeriod(Date);

impl CreditPeriod {
    /// The month of a time.
    pub fn of(at: Timestamp) -> Self {
        Self(at.to_zoned(TimeZone::UTC).date().first_of_month())
    }

    /// Its first moment.
    pub fn start(self) -> Timestamp {
        moment(self.0)
    }

    /// The first moment after it.
    pub fn end(self) -> Timestamp {
        // The day after the last one; the calendar ends with the year 9999.
        moment(self.0.last_of_month().tomorrow().unwrap_or(self.0))
    }

    /// The reference of entries about it.
    pub fn reference(self) -> LedgerReference {
        LedgerReference { kind: "period".into(), id: self.0.to_string() }
    }
}

fn moment(day: Date) -> Timestamp {
    day.to_zoned(TimeZone::UTC).map_or(Timestamp::MAX, |zoned| zoned.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_is_a_calendar_month_in_utc() {
        let period = |text: &str| CreditPeriod::of(text.parse().expect("a time"));
        let december = period("2026-12-31T23:59:59.999Z");
        assert_eq!(december.start().to_string(), "2026-12-01T00:00:00Z");
        assert_eq!(december.end().to_string(), "2027-01-01T00:00:00Z");
        assert_eq!(period("2026-12-01T00:00:00Z"), december);
        assert!(period("2027-01-01T00:00:00Z") > december);
        assert_eq!(period("2028-02-10T00:00:00Z").end().to_string(), "2028-03-01T00:00:00Z");
        assert_eq!(december.reference().id, "2026-12-01");
    }
}
