//! A page's figures by week.

use std::collections::BTreeMap;

use askline_domain::{
    analytics::series::{Interval, Rows, Slot, SlotValue},
    logs::evidence::Evidence,
    shared::calendar::{Day, Window},
};
use jiff::tz::TimeZone;
use schemars::JsonSchema;
use serde::Serialize;

use crate::ports::logs::crawler_reads::CrawlerDay;

/// A page's figures in a week, or in the part of it that is in the period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PageWeek {
    /// The first day of the week that is in the period.
    #[schemars(extend("format" = "date"))]
    pub from: String,
    /// The last day of the week that is in the period.
    #[schemars(extend("format" = "date"))]
    pub to: String,
    /// Page views.
    pub views: i64,
    /// Clicks on an assistant's button or on a question.
    pub asks: i64,
    /// Reads by crawlers, without refuted ones.
    pub reads: u64,
    /// The same figures in as many days of the previous period: those at the same places in it.
    pub before: WeekBefore,
}

/// A page's figures in the days of the previous period that belong to a week.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "PageWeekBefore")]
pub struct WeekBefore {
    /// Page views.
    pub views: i64,
    /// Clicks on an assistant's button or on a question.
    pub asks: i64,
    /// Reads by crawlers, without refuted ones.
    pub reads: u64,
}

/// The counters of a page in a window.
#[derive(Debug, Default)]
pub(super) struct Counted {
    /// Views and asks.
    pub(super) days: BTreeMap<Day, (i64, i64)>,
    /// What crawlers read.
    pub(super) reads: Vec<CrawlerDay>,
}

impl Counted {
    /// The sums of views and asks.
    pub(super) fn sums(&self) -> (i64, i64) {
        self.days.values().fold((0, 0), |sums, day| (sums.0 + day.0, sums.1 + day.1))
    }

    /// Views, asks and reads by week, with each day later by as many days.
    fn by_week(&self, weeks: &Rows, later: i32) -> Vec<WeekBefore> {
        let on = |day: Day, value: i64| SlotValue { slot: Slot { day: Day(day.0 + later), hour: 0 }, value };
        let views = weeks.sums(self.days.iter().map(|(day, (views, _))| on(*day, *views)));
        let asks = weeks.sums(self.days.iter().map(|(day, (_, asks))| on(*day, *asks)));
        let counted = self.reads.iter().filter(|row| row.evidence != Evidence::Refuted);
        let reads = weeks.sums(counted.map(|row| on(row.day, i64::try_from(row.reads).unwrap_or(i64::MAX))));
        let week = |((views, asks), reads): ((i64, i64), i64)| WeekBefore { views, asks, reads: reads.unsigned_abs() };
        views.into_iter().zip(asks).zip(reads).map(week).collect()
    }
}

/// The weeks of a period, oldest first, each beside the same days of the previous period.
pub(super) fn by_week(counted: &Counted, before: &Counted, window: Window) -> Vec<PageWeek> {
    // Weeks are whole days, which are the same in every zone.
    let weeks = Rows::of(window, Interval::Week, &TimeZone::UTC);
    let now = counted.by_week(&weeks, 0);
    let shown = weeks.days(window).zip(now).zip(before.by_week(&weeks, window.days()));
    shown
        .map(|(((from, to), WeekBefore { views, asks, reads }), before)| PageWeek {
            from: from.date().to_string(),
            to: to.date().to_string(),
            views,
            asks,
            reads,
            before,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use askline_domain::shared::calendar::date_of;

    use super::*;

    #[test]
    fn weeks_begin_on_monday_and_the_first_and_last_are_cut_by_the_period() {
        let day = |text: &str| date_of(text).expect("a date");
        let window = Window { from: day("2026-10-03"), to: day("2026-10-13") };
        let days =
            BTreeMap::from([(day("2026-10-04"), (5, 1)), (day("2026-10-05"), (7, 2)), (day("2026-10-11"), (1, 0))]);
        let earlier =
            Counted { days: BTreeMap::from([(day("2026-09-22"), (3, 3)), (day("2026-09-24"), (4, 1))]), reads: vec![] };
        let counted = Counted { days, reads: vec![] };
        let found = by_week(&counted, &earlier, window);
        let shown: Vec<_> =
            found.iter().map(|week| (week.from.as_str(), week.to.as_str(), week.views, week.asks)).collect();
        assert_eq!(
            shown,
            [
                ("2026-10-03", "2026-10-04", 5, 1),
                ("2026-10-05", "2026-10-11", 8, 2),
                ("2026-10-12", "2026-10-13", 0, 0)
            ]
        );
        assert_eq!(counted.sums(), (13, 3));
        // Eleven days earlier: from September 22 on. The first two days belong to the first week.
        let before: Vec<_> = found.iter().map(|week| (week.before.views, week.before.asks)).collect();
        assert_eq!(before, [(3, 3), (4, 1), (0, 0)]);
    }
}
