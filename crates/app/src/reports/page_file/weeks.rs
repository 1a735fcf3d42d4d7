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
}

/// The sums of views and asks.
pub(super) fn sums(days: &BTreeMap<Day, (i64, i64)>) -> (i64, i64) {
    days.values().fold((0, 0), |sums, day| (sums.0 + day.0, sums.1 + day.1))
}

/// The weeks of a period, oldest first.
pub(super) fn by_week(days: &BTreeMap<Day, (i64, i64)>, reads: &[CrawlerDay], window: Window) -> Vec<PageWeek> {
    // Weeks are whole days, which are the same in every zone.
    let weeks = Rows::of(window, Interval::Week, &TimeZone::UTC);
    let on = |day: Day, value: i64| SlotValue { slot: Slot { day, hour: 0 }, value };
    let views = weeks.sums(days.iter().map(|(day, (views, _))| on(*day, *views)));
    let asks = weeks.sums(days.iter().map(|(day, (_, asks))| on(*day, *asks)));
    let counted = reads.iter().filter(|row| row.evidence != Evidence::Refuted);
    let reads = weeks.sums(counted.map(|row| on(row.day, i64::try_from(row.reads).unwrap_or(i64::MAX))));
    let shown = weeks.days(window).zip(views).zip(asks).zip(reads);
    shown
        .map(|((((from, to), views), asks), reads)| PageWeek {
            from: from.date().to_string(),
            to: to.date().to_string(),
            views,
            asks,
            reads: reads.unsigned_abs(),
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
        let found = by_week(&days, &[], window);
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
        assert_eq!(sums(&days), (13, 3));
    }
}
