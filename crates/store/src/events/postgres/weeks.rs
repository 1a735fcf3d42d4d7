//! Sums of pages by week. A list of pages reads fewer of them than of days.
//!
//! A week is seven days whose numbers have the same quotient.

use std::ops::RangeInclusive;

use askline_domain::shared::calendar::Window;

/// The number of days of a week.
const DAYS: i32 = 7;

/// Replaces the weeks of all pages by the sums of their days.
pub(crate) const WEEKS_OF_DAYS: &str = "DELETE FROM event_page_weeks;
     INSERT INTO event_page_weeks (site, week, page, views, ai_clicks, social_clicks, question_clicks, ai_referrals,
         phone_views, tablet_views, desktop_views, views_without_widget)
     SELECT site, floor(day / 7.0)::int AS week, page, sum(views), sum(ai_clicks), sum(social_clicks),
         sum(question_clicks), sum(ai_referrals), sum(phone_views), sum(tablet_views), sum(desktop_views),
         sum(views_without_widget)
     FROM event_page_days GROUP BY site, floor(day / 7.0)::int, page";

/// The week of a day.
pub(super) fn week_of(day: i32) -> i32 {
    day.div_euclid(DAYS)
}

/// The days of `day`'s week that come after it.
pub(super) fn rest_of_week(day: i32) -> RangeInclusive<i32> {
    day + 1..=week_of(day) * DAYS + DAYS - 1
}

/// A window as whole weeks, and the days before and after these. Each range may be empty.
#[derive(Debug)]
pub(super) struct Parts {
    pub(super) weeks: RangeInclusive<i32>,
    pub(super) before: RangeInclusive<i32>,
    pub(super) after: RangeInclusive<i32>,
}

impl Parts {
    pub(super) fn of(Window { from, to }: Window) -> Self {
        let first = week_of(from.0 + DAYS - 1);
        // The first week that is not whole; it may come before `first` if no week is whole.
        let end = week_of(to.0 + 1).max(first);
        Self { weeks: first..=end - 1, before: from.0..=to.0.min(first * DAYS - 1), after: end * DAYS..=to.0 }
    }
}

#[cfg(test)]
mod tests {
    use askline_domain::shared::calendar::{Day, Window};

    use super::{DAYS, Parts, rest_of_week, week_of};

    #[test]
    fn the_parts_of_a_window_have_each_of_its_days_once_and_few_rows() {
        for from in -15..15 {
            for days in 1..=60 {
                let window = Window { from: Day(from), to: Day(from + days - 1) };
                let Parts { weeks, before, after } = Parts::of(window);
                let rows = weeks.clone().count() + before.clone().count() + after.clone().count();
                let of_weeks = weeks.flat_map(|week| week * DAYS..(week + 1) * DAYS);
                let all: Vec<i32> = before.chain(of_weeks).chain(after).collect();
                assert_eq!(all, window.iter().map(|day| day.0).collect::<Vec<_>>(), "{window:?}");
                assert!(rows <= days as usize / 7 + 12, "{window:?}: {rows}");
            }
        }
    }

    #[test]
    fn the_rest_of_a_week_ends_with_its_last_day() {
        for day in -15..15 {
            let rest: Vec<i32> = rest_of_week(day).collect();
            assert!(rest.iter().all(|later| week_of(*later) == week_of(day)));
            assert_ne!(week_of(rest.last().copied().unwrap_or(day) + 1), week_of(day));
        }
    }
}
