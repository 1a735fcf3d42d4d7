//! Whether a site's views stopped while its widget's configuration is still requested.
//!
//! A content blocker, a content security policy or a consent tool may stop events and let the configuration pass. Then
//! nothing is counted although the widget is shown.

use std::collections::BTreeMap;

use crate::{
    shared::{calendar::Day, ids::SiteId},
    widget::config::WidgetConfig,
};

/// The number of days before the first silent one on each of which the site had views.
const DAYS_WITH_VIEWS: i32 = 7;
/// The maximum number of silent days after which the owner is still told.
const MAX_SILENT_DAYS: i32 = 30;
/// The number of days for which requests of configurations are kept, for each site.
pub const REQUEST_DAYS_KEPT: i32 = DAYS_WITH_VIEWS + MAX_SILENT_DAYS + 3;
/// The number of days of activity that [`missing_views`] looks at, including the running one.
pub const ACTIVITY_DAYS: i32 = DAYS_WITH_VIEWS + MAX_SILENT_DAYS + 1;
/// With fewer requests since the views stopped, too little is known.
pub const MIN_REQUESTS: i64 = 50;
/// The views that these requests would have led to before. With so many expected, none at all is no coincidence.
const MIN_EXPECTED_VIEWS: i64 = 10;

/// Requests of a site's configuration since the last update.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ConfigRequests {
    /// The site.
    pub site: SiteId,
    /// The day, in the time zone of the site.
    pub day: Day,
    /// The number of requests by widgets of readers.
    pub count: u64,
}

/// What is known of a site, by day of its time zone. Days without an entry have none.
#[derive(Debug, Clone, Default)]
pub struct DaysOfSite {
    /// Requests of the configuration.
    pub requests: BTreeMap<Day, i64>,
    /// Views of pages.
    pub views: BTreeMap<Day, i64>,
    /// Events of readers of any kind, views included.
    pub events: BTreeMap<Day, i64>,
}

/// Views that stopped while the configuration is still requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MissingViews {
    /// The first day without any event.
    pub since: Day,
    /// The requests of the configuration on the finished days since then.
    pub requests: i64,
}

/// Whether views are missing on the finished days before `today`. Nothing is missing where the site counts nothing or is
/// switched off, where any event arrives, or where the widget never had views every day.
pub fn missing_views(config: &WidgetConfig, days: &DaysOfSite, today: Day) -> Option<MissingViews> {
    if !config.enabled || !config.privacy.track {
        return None;
    }
    let on = |counts: &BTreeMap<Day, i64>, day: i32| counts.get(&Day(day)).copied().unwrap_or(0);
    if on(&days.events, today.0) > 0 {
        return None;
    }
    let silent = (1..=MAX_SILENT_DAYS + 1).take_while(|ago| on(&days.events, today.0 - ago) == 0).count();
    let silent = i32::try_from(silent).ok().filter(|silent| (1..=MAX_SILENT_DAYS).contains(silent))?;
    let since = Day(today.0 - silent);
    let before = since.0 - DAYS_WITH_VIEWS..since.0;
    if before.clone().any(|day| on(&days.views, day) == 0) {
        return None;
    }
    let sum = |counts: &BTreeMap<Day, i64>, range: std::ops::Range<i32>| range.map(|day| on(counts, day)).sum::<i64>();
    let requests = sum(&days.requests, since.0..today.0);
    // Programs without a view ask for the configuration as well, so it counts how often a request led to a view.
    let (views_before, requests_before) = (sum(&days.views, before.clone()), sum(&days.requests, before));
    let expected = requests.saturating_mul(views_before) / requests_before.max(views_before).max(1);
    (requests >= MIN_REQUESTS && expected >= MIN_EXPECTED_VIEWS).then_some(MissingViews { since, requests })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::platforms::known_ids::KnownIds;

    const TODAY: i32 = 20_000;

    fn config() -> WidgetConfig {
        WidgetConfig::for_new_site(&KnownIds::default())
    }

    /// A site with 20 views and requests a day until `silent` days ago, and `requests` a day since then.
    fn site(silent: i32, requests: i64) -> DaysOfSite {
        let mut days = DaysOfSite::default();
        for ago in 1..=ACTIVITY_DAYS {
            let day = Day(TODAY - ago);
            days.requests.insert(day, if ago <= silent { requests } else { 20 });
            if ago > silent {
                days.views.insert(day, 20);
                days.events.insert(day, 21);
            }
        }
        days
    }

    fn missing(days: &DaysOfSite) -> Option<MissingViews> {
        missing_views(&config(), days, Day(TODAY))
    }

    #[test]
    fn views_are_missing_after_a_finished_day_without_events_and_with_fifty_requests() {
        let one = MissingViews { since: Day(TODAY - 1), requests: 50 };
        assert_eq!(missing(&site(1, 50)), Some(one));
        assert_eq!(missing(&site(1, 49)), None, "too few requests");
        assert_eq!(
            missing(&site(3, 17)),
            Some(MissingViews { since: Day(TODAY - 3), requests: 51 }),
            "of all silent days"
        );
        assert_eq!(missing(&site(0, 50)), None, "there are views");
        assert_eq!(missing(&site(MAX_SILENT_DAYS, 50)).map(|found| found.since), Some(Day(TODAY - MAX_SILENT_DAYS)));
        assert_eq!(missing(&site(MAX_SILENT_DAYS + 1, 50)), None, "the owner knows by now");
    }

    #[test]
    fn nothing_is_missing_where_events_arrive_or_none_are_wanted() {
        for (name, change) in [
            (
                "asks are kept",
                (|days, _| {
                    days.events.insert(Day(TODAY - 1), 3);
                }) as fn(&mut DaysOfSite, &mut WidgetConfig),
            ),
            ("they are back today", |days, _| {
                days.events.insert(Day(TODAY), 1);
            }),
            ("a day before had no views", |days, _| {
                days.views.remove(&Day(TODAY - 4));
            }),
            ("few requests ever led to a view", |days, _| {
                for ago in 2..=ACTIVITY_DAYS {
                    days.requests.insert(Day(TODAY - ago), 500);
                }
            }),
            ("the widget is off", |_, config| config.enabled = false),
            ("the site counts nothing", |_, config| config.privacy.track = false),
        ] {
            let (mut days, mut config) = (site(1, 100), config());
            assert!(missing_views(&config, &days, Day(TODAY)).is_some());
            change(&mut days, &mut config);
            assert_eq!(missing_views(&config, &days, Day(TODAY)), None, "{name}");
        }
    }

    proptest! {
        #[test]
        fn a_day_with_an_event_is_never_called_silent(
            views in proptest::collection::vec(0_i64..5, 45),
            requests in proptest::collection::vec(0_i64..200, 45),
        ) {
            let by_day = |values: &[i64]| (0_i32..).zip(values).map(|(ago, value)| (Day(TODAY - ago), *value)).collect();
            let days = DaysOfSite { requests: by_day(&requests), views: by_day(&views), events: by_day(&views) };
            if let Some(MissingViews { since, requests: counted }) = missing(&days) {
                prop_assert!((since.0..=TODAY).all(|day| days.events[&Day(day)] == 0));
                prop_assert!((since.0 - DAYS_WITH_VIEWS..since.0).all(|day| days.views[&Day(day)] > 0));
                prop_assert!(counted >= MIN_REQUESTS);
            }
        }
    }
}
