//! Whether a reader gets reports by email, and when the next one is due.

use jiff::{Timestamp, tz::TimeZone};

use super::period::{ReportKind, ReportPeriod};
use crate::shared::{calendar::Day, ids::UserId};

/// The reports of a kind that a reader gets, or got.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportSubscription<R = UserId> {
    /// Who gets them: a person, or a recipient without an account.
    pub reader: R,
    /// How often.
    pub kind: ReportKind,
    /// Whether the reader gets them.
    pub wanted: bool,
    /// When the next one is due, as far as known: the time zones of the reader's sites decide then.
    pub due_at: Timestamp,
    /// The last day of the latest period that was sent. No report about it or an earlier day is sent again.
    pub sent_until: Option<Day>,
}

/// The emails that a link in one of them ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// Weekly reports.
    WeeklyReports,
    /// Monthly reports.
    MonthlyReports,
    /// All alerts.
    Alerts,
}

// Emails of earlier releases contain these words, sealed.
words! { Ended, "emails that can be ended": WeeklyReports = "report.weekly", MonthlyReports = "report.monthly", Alerts = "alerts" }

impl Ended {
    /// The reports of a kind.
    pub const fn reports(kind: ReportKind) -> Self {
        match kind {
            ReportKind::Weekly => Self::WeeklyReports,
            ReportKind::Monthly => Self::MonthlyReports,
        }
    }
}

/// What is due for someone who reads sites in several time zones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schedule {
    /// The latest period whose report is due in every zone.
    pub period: ReportPeriod,
    /// When the next one is due in every zone.
    pub next_at: Timestamp,
}

impl Schedule {
    /// The schedule at `now`. Without zones, that of UTC.
    pub fn of(kind: ReportKind, now: Timestamp, zones: &[TimeZone]) -> Self {
        let utc = [TimeZone::UTC];
        let zones = if zones.is_empty() { &utc[..] } else { zones };
        let due =
            zones.iter().map(|zone| ReportPeriod::latest_due(kind, now, zone)).min_by_key(|one| one.window().from);
        let period = due.unwrap_or_else(|| ReportPeriod::latest_due(kind, now, &TimeZone::UTC));
        let next_at = zones.iter().map(|zone| period.next().due_at(zone)).max().unwrap_or(Timestamp::MAX);
        Self { period, next_at }
    }

    /// Whether the report of the period is to be sent to this reader, who did not get it yet.
    pub fn is_due<R>(&self, subscription: &ReportSubscription<R>) -> bool {
        subscription.wanted && subscription.sent_until.is_none_or(|sent| sent < self.period.window().to)
    }

    /// The subscription after this look at it.
    pub fn after<R: Clone>(&self, subscription: &ReportSubscription<R>, is_sent: bool) -> ReportSubscription<R> {
        let sent_until = if is_sent { Some(self.period.window().to) } else { subscription.sent_until };
        ReportSubscription { due_at: self.next_at, sent_until, ..subscription.clone() }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Looked at again and again, at any times, a reader gets each report at most once, and after 7:00 of every site.
        #[test]
        fn a_report_is_sent_once_and_not_before_seven_of_any_site(
            seconds in prop::collection::vec(1_780_000_000_i64..1_790_000_000, 1..40), weekly in any::<bool>(),
            zones in prop::collection::vec(prop::sample::select(vec!["UTC", "Europe/Berlin", "Asia/Tokyo", "America/Los_Angeles"]), 0..4),
        ) {
            let kind = if weekly { ReportKind::Weekly } else { ReportKind::Monthly };
            let zones: Vec<TimeZone> = zones.into_iter().map(|name| TimeZone::get(name).expect("a zone")).collect();
            let due_at = Timestamp::UNIX_EPOCH;
            let mut subscription =
                ReportSubscription::<UserId> { reader: crate::shared::ids::Id::from_bits(1), kind, wanted: true, due_at, sent_until: None };
            let mut sent = Vec::new();
            // Clocks may jump back.
            for second in seconds {
                let now = Timestamp::from_second(second).expect("a time");
                let schedule = Schedule::of(kind, now, &zones);
                prop_assert!(schedule.next_at > now);
                prop_assert!(zones.iter().all(|zone| schedule.period.due_at(zone) <= now));
                if schedule.is_due(&subscription) {
                    sent.push(schedule.period);
                    subscription.sent_until = Some(schedule.period.window().to);
                }
            }
            prop_assert!(!sent.is_empty());
            prop_assert!(sent.is_sorted_by(|one, other| one.window().to < other.window().to), "{:?}", sent);
        }
    }
}
