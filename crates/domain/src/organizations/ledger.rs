//! Credits: what paid work costs. The ledger is append-only, and its sum is always the balance.
//!
//! Before work that costs credits begins, it reserves the maximum that it may use, so that the balance never falls
//! below zero. After it has succeeded, it is charged for what it used. Failed work costs nothing.
//!
//! A period is a calendar month in UTC. At its start, unused credits of the last period expire and the plan's allowance
//! is granted; a change to a higher plan within a month grants the difference immediately.

use jiff::{SignedDuration, Timestamp, civil::Date, tz::TimeZone};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    organizations::plan::Plan,
    shared::{
        ids::{JobId, LedgerEntryId, OrgId},
        rfc3339::{Moment, as_moment},
        violation::{Violation, Violations},
    },
};

/// Credits are low if fewer are available than the monthly allowance divided by this.
const LOW_PART: i64 = 10;
/// The maximum number of characters of the reason for an adjustment.
const MAX_REASON_CHARACTERS: usize = 100;
/// The maximum number of credits of one adjustment, so that a typing error cannot grant credits without limit.
const MAX_CREDITS_ADJUSTED: u64 = 100_000_000;
/// The reason for a grant, as the ledger shows it.
const GRANT_REASON: &str = "The plan's credits of this period";
/// The reason for the expiry of unused credits, as the ledger shows it.
pub const EXPIRY_REASON: &str = "What was left of the last period expired";

/// Why the balance changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LedgerEntryType {
    /// Credits were granted.
    Grant,
    /// Work was paid for.
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

/// What a transaction or a reservation is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct LedgerReference {
    /// The type of the object, such as `period` or `job`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The id of the object; for a period, its first day.
    pub id: String,
}

impl LedgerReference {
    /// The reference of the credits that a job reserves and pays.
    pub fn job(id: JobId) -> Self {
        Self { kind: "job".into(), id: id.to_string() }
    }
}

/// One transaction of the ledger.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LedgerEntry {
    /// The id of the transaction.
    pub id: LedgerEntryId,
    /// The organization.
    #[serde(skip)]
    pub org_id: OrgId,
    /// The position in the ledger, from 1, without gaps. A caller that sees only some sites does not get the
    /// transactions about other sites.
    pub sequence: u64,
    /// Why the balance changed.
    #[serde(rename = "type")]
    pub kind: LedgerEntryType,
    /// The number of credits; negative if the balance decreased.
    pub amount: i64,
    /// The balance after the transaction.
    pub balance_after: i64,
    /// A sentence for people.
    pub reason: String,
    /// What the transaction is about.
    pub reference: LedgerReference,
    /// When the balance changed.
    #[serde(serialize_with = "as_moment")]
    #[schemars(with = "Moment")]
    pub created_at: Timestamp,
}

const SECONDS_PER_DAY: f64 = 86_400.0;
/// The age of a period from which its pace is computed: three days.
const MIN_SECONDS_FOR_A_PACE: f64 = 3.0 * SECONDS_PER_DAY;

/// How fast an organization spends its credits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CreditPace {
    /// Credits charged per day of this period, minus refunds.
    pub credits_per_day: f64,
    /// When no credits are available at this pace; `None` if they last to the end of the period.
    pub runs_out_at: Option<Timestamp>,
}

/// An organization's credits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CreditAccount {
    /// The organization.
    pub org_id: OrgId,
    /// The sum of all transactions.
    pub balance: i64,
    /// Credits reserved for running work. Never more than the balance.
    pub reserved: i64,
    /// What the plan grants per period.
    pub monthly_allowance: i64,
    /// Credits charged in this period, minus refunds.
    pub used_this_period: i64,
    /// The current period.
    pub period: CreditPeriod,
}

impl CreditAccount {
    /// The credits that new work may reserve.
    pub const fn available(&self) -> i64 {
        self.balance - self.reserved
    }

    /// Whether less is left for new work than a tenth of the plan's monthly allowance.
    pub const fn is_low(&self) -> bool {
        self.available() < self.monthly_allowance / LOW_PART
    }

    /// Whether nothing is left. Reserved credits count as left, because they may be released.
    pub const fn is_exhausted(&self) -> bool {
        self.balance <= 0
    }

    /// How fast credits were charged in this period; `None` in its first days, which say little about a weekly question.
    pub fn pace(&self, now: Timestamp) -> Option<CreditPace> {
        let elapsed = now.duration_since(self.period.start()).as_secs_f64();
        if elapsed < MIN_SECONDS_FOR_A_PACE {
            return None;
        }
        let per_second = self.used_this_period.max(0) as f64 / elapsed;
        let seconds_left = self.available().max(0) as f64 / per_second;
        let until_end = self.period.end().duration_since(now).as_secs_f64();
        let ends = seconds_left.is_finite() && seconds_left < until_end;
        let runs_out_at = ends.then(|| now + SignedDuration::from_secs(seconds_left as i64));
        Some(CreditPace { credits_per_day: per_second * SECONDS_PER_DAY, runs_out_at })
    }

    /// The kind of shortage, if credits are low or exhausted.
    pub const fn shortage(&self) -> Option<CreditShortage> {
        match self {
            account if account.is_exhausted() => Some(CreditShortage::Exhausted),
            account if account.is_low() => Some(CreditShortage::Low),
            _ => None,
        }
    }
}

/// Checks how many credits an operator adds or removes, and the reason. Each argument is the input's name and its
/// value.
pub fn check_adjustment(amount: (&str, i64), reason: (&str, &str)) -> Result<(), Vec<Violation>> {
    let mut violations = Violations::new();
    let ((amount_name, amount), (reason_name, reason)) = (amount, reason);
    if amount == 0 || amount.unsigned_abs() > MAX_CREDITS_ADJUSTED {
        let message =
            format!("{amount_name} must be from 1 to {MAX_CREDITS_ADJUSTED}, or from -1 to -{MAX_CREDITS_ADJUSTED}.");
        violations.add(amount_name, "OUT_OF_RANGE", message);
    }
    if reason.is_empty() || reason.chars().count() > MAX_REASON_CHARACTERS {
        let message = format!("{reason_name} must have 1 to {MAX_REASON_CHARACTERS} characters.");
        let code = if reason.is_empty() { "TOO_SHORT" } else { "TOO_LONG" };
        violations.add(reason_name, code, message);
    }
    violations.finish(())
}

/// The kind of a shortage of credits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CreditShortage {
    /// Few credits are left, or too few for the requested work.
    Low,
    /// Nothing is left, not even reserved credits.
    Exhausted,
}

/// An account as it was last stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StoredAccount {
    /// The sum of all transactions.
    pub balance: i64,
    /// Credits reserved for running work.
    pub reserved: i64,
    /// Credits charged in its period, minus refunds.
    pub used: i64,
    /// Credits that the plan granted in its period.
    pub granted: i64,
    /// The period when it was stored; `None` for an account that was never used.
    pub period: Option<CreditPeriod>,
}

/// What must be stored so that an account is up to date in the current period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CreditsDue {
    /// Whether the account is used for the first time.
    pub is_new: bool,
    /// Whether a new period has begun.
    pub has_turned: bool,
    /// Unreserved credits of the last period, which expire.
    pub expires: i64,
    /// Credits that the plan still has to grant in this period.
    pub grant: i64,
    /// All credits that the plan has granted in this period once this is stored.
    pub granted: i64,
}

impl CreditsDue {
    /// Whether nothing must be stored.
    pub const fn is_empty(&self) -> bool {
        !self.is_new && !self.has_turned && self.grant == 0
    }

    /// The new transactions, in order: unused credits expire before new ones are granted.
    pub fn lines(self) -> impl Iterator<Item = (LedgerEntryType, i64, &'static str)> {
        let expiry = (LedgerEntryType::Adjustment, -self.expires, EXPIRY_REASON);
        let grant = (LedgerEntryType::Grant, self.grant, GRANT_REASON);
        [expiry, grant].into_iter().filter(|(_, amount, _)| *amount != 0)
    }
}

impl StoredAccount {
    /// Returns the account of an organization on this plan in the period of `at`, and what must be stored first. If the
    /// clock was set back, the account stays in the later period.
    pub fn at(self, org_id: OrgId, plan: Plan, at: Timestamp) -> (CreditAccount, CreditsDue) {
        let monthly_allowance = i64::from(plan.limits().credits_per_month);
        let asked = CreditPeriod::of(at);
        let period = self.period.map_or(asked, |stored| stored.max(asked));
        let has_turned = self.period.is_some_and(|stored| period > stored);
        let (used_this_period, granted) = if has_turned { (0, 0) } else { (self.used, self.granted) };
        let Self { balance, reserved, .. } = self;
        let account = CreditAccount { org_id, balance, reserved, monthly_allowance, used_this_period, period };
        let grant = (monthly_allowance - granted).max(0);
        let expires = if has_turned { account.available().max(0) } else { 0 };
        (account, CreditsDue { is_new: self.period.is_none(), has_turned, expires, grant, granted: granted + grant })
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

    /// The first moment after the period.
    pub fn end(self) -> Timestamp {
        // The day after the last one; the calendar ends with the year 9999.
        moment(self.0.last_of_month().tomorrow().unwrap_or(self.0))
    }

    /// The reference of transactions about this period.
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
    use crate::shared::ids::Id as _;

    #[test]
    fn a_new_period_grants_the_allowance_and_a_raised_plan_the_difference() {
        let at = |text: &str| text.parse::<Timestamp>().expect("a time");
        let check = |stored: StoredAccount, plan, now, expected: (i64, bool, i64)| {
            let (account, due) = stored.at(OrgId::from_bits(1), plan, at(now));
            assert_eq!((account.used_this_period, due.has_turned, due.grant), expected, "{stored:?} at {now}");
            let expired = if due.has_turned { Some(-stored.balance) } else { None };
            let granted = Some(due.grant).filter(|grant| *grant > 0);
            let lines: Vec<i64> = due.lines().map(|(_, amount, _)| amount).collect();
            assert_eq!(lines, expired.into_iter().chain(granted).collect::<Vec<_>>());
        };
        let allowance = |plan: Plan| i64::from(plan.limits().credits_per_month);
        let (pro, business) = (allowance(Plan::Pro), allowance(Plan::Business));
        let may = Some(CreditPeriod::of(at("2026-05-10T00:00:00Z")));
        let stored = StoredAccount { balance: 7, reserved: 0, used: 3, granted: pro, period: may };
        check(StoredAccount::default(), Plan::Pro, "2026-05-31T23:59:59Z", (0, false, pro));
        check(stored, Plan::Pro, "2026-05-31T23:59:59Z", (3, false, 0));
        check(stored, Plan::Business, "2026-05-31T23:59:59Z", (3, false, business - pro));
        check(stored, Plan::Free, "2026-05-31T23:59:59Z", (3, false, 0));
        check(stored, Plan::Pro, "2026-06-01T00:00:00Z", (0, true, pro));
        // The clock was set back.
        check(stored, Plan::Pro, "2026-04-30T00:00:00Z", (3, false, 0));
    }

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

    #[test]
    fn a_pace_says_when_credits_run_out_within_the_period() {
        let period = CreditPeriod::of("2026-06-01T00:00:00Z".parse().expect("a time"));
        let account = |balance, used| CreditAccount {
            org_id: OrgId::from_bits(1),
            balance,
            reserved: 0,
            monthly_allowance: 1_000,
            used_this_period: used,
            period,
        };
        let check = |balance, used, now: &str, expected: Option<(f64, Option<&str>)>| {
            let pace = account(balance, used).pace(now.parse().expect("a time"));
            let found = pace.map(|pace| (pace.credits_per_day, pace.runs_out_at.map(|at| at.to_string())));
            assert_eq!(found, expected.map(|(day, ends)| (day, ends.map(str::to_owned))), "{balance} {used} {now}");
        };
        check(500, 100, "2026-06-03T23:59:59Z", None);
        check(500, 100, "2026-06-11T00:00:00Z", Some((10.0, None)));
        check(50, 100, "2026-06-11T00:00:00Z", Some((10.0, Some("2026-06-16T00:00:00Z"))));
        check(0, 100, "2026-06-11T00:00:00Z", Some((10.0, Some("2026-06-11T00:00:00Z"))));
        check(500, 0, "2026-06-11T00:00:00Z", Some((0.0, None)));
        check(0, 0, "2026-06-11T00:00:00Z", Some((0.0, None)));
        // Refunds of an earlier period can exceed what was charged; the clock can be set back.
        check(500, -5, "2026-06-11T00:00:00Z", Some((0.0, None)));
        check(500, 100, "2026-05-11T00:00:00Z", None);
    }
}
