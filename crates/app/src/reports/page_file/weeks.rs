//! A page's figures by week.

use std::collections::BTreeMap;

use askline_domain::{
    logs::evidence::Evidence,
    shared::calendar::{Day, Window},
};
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
    let mut weeks: Vec<(i32, PageWeek)> = Vec::new();
    let mut read: BTreeMap<Day, u64> = BTreeMap::new();
    for row in reads.iter().filter(|row| row.evidence != Evidence::Refuted) {
        *read.entry(row.day).or_default() += row.reads;
    }
    for day in window.iter() {
        let number = week_of(day);
        if weeks.last().is_none_or(|(last, _)| *last != number) {
            let date = day.date().to_string();
            weeks.push((number, PageWeek { from: date.clone(), to: date, views: 0, asks: 0, reads: 0 }));
        }
        let Some((_, week)) = weeks.last_mut() else { continue };
        let (views, asks) = days.get(&day).copied().unwrap_or_default();
        week.to = day.date().to_string();
        week.views += views;
        week.asks += asks;
        week.reads += read.get(&day).copied().unwrap_or_default();
    }
    weeks.into_iter().map(|(_, week)| week).collect()
}

/// The number of the week, which begins on Monday: day 0 was a Thursday.
fn week_of(day: Day) -> i32 {
    const DAYS: i32 = 7;
    const THURSDAY: i32 = 3;
    (day.0 + THURSDAY).div_euclid(DAYS)
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
