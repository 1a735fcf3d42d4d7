//! Which reports go to a channel, and when they are due.

use jiff::{SignedDuration, Timestamp, tz::TimeZone};

use crate::{
    reports::period::{ReportKind, ReportPeriod},
    shared::{calendar::Day, ids::ChannelId},
};

/// The longest time until the next look, because a site may be added or get another time zone.
pub const LOOK_WITHIN: SignedDuration = SignedDuration::from_hours(1);

/// The reports of a kind that go to a channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChannelReports {
    /// The channel.
    pub channel: ChannelId,
    /// How often.
    pub kind: ReportKind,
    /// Reports that were due until then are done: sent, or not to be sent.
    pub done_until: Timestamp,
    /// When to look again.
    pub due_at: Timestamp,
}

impl ChannelReports {
    /// Reports that are sent to a channel from now on.
    pub const fn new(channel: ChannelId, kind: ReportKind, now: Timestamp) -> Self {
        Self { channel, kind, done_until: now, due_at: now }
    }

    /// The period whose report about a site is to be sent at `now`. Nothing was due before the site was there.
    pub fn due_period(&self, zone: &TimeZone, created_at: Timestamp, now: Timestamp) -> Option<ReportPeriod> {
        let period = ReportPeriod::latest_due(self.kind, now, zone);
        let due_at = period.due_at(zone);
        (due_at > self.done_until && due_at <= now && created_at <= due_at).then_some(period)
    }

    /// The same after a look at sites with these time zones. A clock that jumps back makes nothing due again.
    #[must_use]
    pub fn after(&self, zones: &[TimeZone], now: Timestamp) -> Self {
        let next = zones.iter().map(|zone| ReportPeriod::latest_due(self.kind, now, zone).next().due_at(zone)).min();
        let latest = now.checked_add(LOOK_WITHIN).unwrap_or(Timestamp::MAX);
        Self {
            done_until: self.done_until.max(now),
            due_at: next.map_or(latest, |next| next.min(latest)),
            ..self.clone()
        }
    }
}

/// The day under which the report of a period is kept: the one on which it is due. A channel gets one of each site and day.
pub fn report_day(period: ReportPeriod) -> Day {
    Day(period.window().to.0 + 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::shared::ids::Id as _;

    fn zone(name: &str) -> TimeZone {
        TimeZone::get(name).expect("a zone")
    }

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a moment")
    }

    #[test]
    fn a_report_is_due_at_seven_of_its_site_and_not_before_route_and_site_are_there() {
        let (berlin, tokyo) = (zone("Europe/Berlin"), zone("Asia/Tokyo"));
        let old = Timestamp::UNIX_EPOCH;
        let routed = ChannelReports::new(ChannelId::from_bits(1), ReportKind::Weekly, at("2026-06-15T12:00:00Z"));
        assert_eq!(routed.due_period(&berlin, old, at("2026-06-15T12:00:00Z")), None, "this week was due before");
        let looked = routed.after(&[berlin.clone(), tokyo.clone()], at("2026-06-21T21:59:59Z"));
        assert_eq!(looked.due_at, at("2026-06-21T22:00:00Z"), "seven in Tokyo");
        let monday = at("2026-06-22T05:00:00Z");
        let due =
            |zone: &TimeZone, created_at, now| looked.due_period(zone, created_at, now).map(|one| one.to_string());
        assert_eq!(due(&tokyo, old, at("2026-06-21T22:00:00Z")).as_deref(), Some("2026-W25"));
        assert_eq!(due(&berlin, old, at("2026-06-22T04:59:59Z")), None);
        assert_eq!(due(&berlin, old, monday).as_deref(), Some("2026-W25"));
        assert_eq!(due(&berlin, at("2026-06-22T05:00:01Z"), at("2026-06-22T06:00:00Z")), None, "a new site");
        assert_eq!(looked.after(&[], monday).due_at, monday + LOOK_WITHIN);
        let day = report_day(ReportPeriod::parse("2026-W25").expect("a week"));
        assert_eq!(day.date().to_string(), "2026-06-22");
    }

    proptest! {
        /// Looked at again and again, whatever clocks do, each site's report of a period is due at most once.
        #[test]
        fn a_period_is_due_once_for_a_site(
            seconds in prop::collection::vec(1_780_000_000_i64..1_790_000_000, 1..40), weekly in any::<bool>(),
        ) {
            let kind = if weekly { ReportKind::Weekly } else { ReportKind::Monthly };
            let zones = ["UTC", "Europe/Berlin", "Asia/Tokyo", "America/Los_Angeles"].map(zone);
            let mut reports = ChannelReports::new(ChannelId::from_bits(1), kind, at("2026-05-01T00:00:00Z"));
            let mut sent = Vec::new();
            for second in seconds {
                let now = Timestamp::from_second(second).expect("a time");
                for (site, zone) in zones.iter().enumerate() {
                    if let Some(period) = reports.due_period(zone, Timestamp::UNIX_EPOCH, now) {
                        prop_assert!(period.due_at(zone) <= now);
                        sent.push((site, period));
                    }
                }
                reports = reports.after(&zones, now);
                prop_assert!(reports.due_at > now && reports.due_at <= now + LOOK_WITHIN);
            }
            let all = sent.len();
            sent.sort_by_key(|(site, period)| (*site, period.window().from));
            sent.dedup();
            prop_assert_eq!(sent.len(), all);
        }
    }
}
