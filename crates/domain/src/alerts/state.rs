//! What was told about a site, so that it is told once.
//!
//! Nothing is told again until it ended, and no day is told about twice. The state is stored in the change that raises the events, so a baseline moves on only when something was sent.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::day_change::{BASELINE_WEEKS, DailyVisits, DayChange, Direction, change_of};
use crate::shared::calendar::Day;

/// How many days in a row must be as usual before the same change is told again.
const DAYS_AS_USUAL: i32 = 7;
/// How long a change is compared with the weeks before it. After that, the weeks since then are the usual.
const MAX_LASTING_DAYS: i32 = BASELINE_WEEKS * 7;
/// The number of days before a finished day whose visits a look needs.
pub const VISIT_DAYS: i32 = 2 * MAX_LASTING_DAYS + 7;
/// A last day that is further ahead than this was looked at by a clock that was wrong, and not by one that was set back a little.
const MAX_DAYS_AHEAD: i32 = 2;
/// How many days a crawler is remembered that was refused and then sent no request.
const REFUSAL_REMEMBERED: i32 = 90;

/// What was told about a site.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AlertState {
    /// The last day that was looked at, in days since 1970-01-01.
    looked_at: Option<i32>,
    /// The change of visits that was told.
    visits: Option<ToldChange>,
    /// The first silent day of the missing views that were told.
    views_missing_since: Option<i32>,
    /// The crawlers whose refusal was told, with their purpose, and the latest day on which they were refused.
    refused: BTreeMap<String, i32>,
}

/// A change of visits that was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ToldChange {
    direction: Direction,
    /// The day that was told. The weeks before it stay the baseline while the change lasts.
    day: i32,
    /// The last day that was as changed.
    lasted_until: i32,
}

impl ToldChange {
    /// Whether a day is still compared with the weeks before the change. What ended in its last days gets its days as usual, too.
    fn is_open(self, day: Day) -> bool {
        let age = day.0 - self.day;
        let has_ended = self.lasted_until < day.0 - 1;
        age < MAX_LASTING_DAYS || has_ended && age < MAX_LASTING_DAYS + DAYS_AS_USUAL
    }
}

/// A crawler that the server refuses up to a finished day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedCrawler {
    /// The crawler's name and its purpose: a key.
    pub key: String,
    /// Whether it was answered at any time in the weeks before it was refused.
    pub was_answered: bool,
}

impl AlertState {
    /// Begins the look at a day; false if the day was looked at before. If the last one was much later, a clock was ahead: then this
    /// day is not told about, and the next one is.
    pub fn advance(&mut self, day: Day) -> bool {
        let is_next = self.looked_at.is_none_or(|last| last < day.0);
        let was_ahead = self.looked_at.is_some_and(|last| last > day.0 + MAX_DAYS_AHEAD);
        if is_next || was_ahead {
            self.looked_at = Some(day.0);
        }
        is_next
    }

    /// The change of visits that is to be told about a finished day. While a change lasts, and for seven days after it, it is not
    /// told again, and a return to the usual is no change in the other direction.
    pub fn visits(&mut self, day: Day, counts: &DailyVisits) -> Option<DayChange> {
        self.visits = self.visits.filter(|told| told.is_open(day));
        let until = self.visits.map_or(day, |told| Day(told.day.min(day.0)));
        let found = change_of(day, until, counts);
        match (&mut self.visits, found) {
            (Some(told), Some(change)) if told.direction == change.direction => {
                told.lasted_until = day.0;
                None
            }
            (Some(told), None) => {
                if day.0 - told.lasted_until >= DAYS_AS_USUAL {
                    self.visits = None;
                }
                None
            }
            (told, Some(change)) => {
                *told = Some(ToldChange { direction: change.direction, day: day.0, lasted_until: day.0 });
                Some(change)
            }
            (None, None) => None,
        }
    }

    /// Whether missing views are to be told. They are told once until views arrive.
    pub fn missing_views(&mut self, since: Option<Day>) -> bool {
        let was_told = self.views_missing_since.is_some();
        self.views_missing_since = since.map(|day| day.0);
        since.is_some() && !was_told
    }

    /// The crawlers whose refusal is to be told about a finished day. Each is told once until it is answered again. `answered` are the
    /// keys of crawlers whose latest requests are not refused. A crawler that was never answered is not told about.
    pub fn refused(&mut self, day: Day, refused: &[RefusedCrawler], answered: &[String]) -> Vec<String> {
        self.refused.retain(|key, last| day.0 - *last < REFUSAL_REMEMBERED && !answered.contains(key));
        let mut new = Vec::new();
        for crawler in refused {
            let is_known = self.refused.contains_key(&crawler.key);
            if is_known || crawler.was_answered {
                self.refused.insert(crawler.key.clone(), day.0);
            }
            if !is_known && crawler.was_answered {
                new.push(crawler.key.clone());
            }
        }
        new
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const FIRST: i32 = 20_000;

    /// The days that were told about visits that are 100 a day, and `changed` on the days of `during`.
    fn told(days: i32, changed: i64, during: std::ops::Range<i32>) -> Vec<(i32, Direction)> {
        let on = |day: i32| if during.contains(&day) { changed } else { 100 + i64::from(day % 5) };
        let counts: DailyVisits = (-100..days).map(|day| (Day(FIRST + day), on(day))).collect();
        let mut state = AlertState::default();
        let look = |day: i32| {
            assert!(state.advance(Day(FIRST + day)));
            state.visits(Day(FIRST + day), &counts).map(|change| (day, change.direction))
        };
        (0..days).filter_map(look).collect()
    }

    #[test]
    fn a_lasting_drop_or_rise_is_reported_once_and_its_end_is_not_a_new_change() {
        for length in [1, 7, 20, 50, 55] {
            assert_eq!(told(120, 30, 10..10 + length), [(10, Direction::Dropped)], "{length}");
            assert_eq!(told(120, 300, 10..10 + length), [(10, Direction::Risen)], "{length}");
        }
    }

    #[test]
    fn after_eight_weeks_the_new_level_is_the_usual() {
        assert_eq!(told(120, 30, 10..200), [(10, Direction::Dropped)]);
        assert_eq!(told(120, 30, 10..100), [(10, Direction::Dropped), (100, Direction::Risen)]);
    }

    #[test]
    fn a_second_drop_is_reported_only_after_a_week_of_usual_counts() {
        let on = |day: i32| if matches!(day, 10 | 12 | 16 | 24) { 0 } else { 100 + i64::from(day % 5) };
        let counts: DailyVisits = (-100..60).map(|day| (Day(FIRST + day), on(day))).collect();
        let mut state = AlertState::default();
        let told: Vec<i32> = (0..60).filter(|day| state.visits(Day(FIRST + day), &counts).is_some()).collect();
        assert_eq!(told, [10, 24]);
    }

    #[test]
    fn missing_views_are_reported_once_until_views_arrive() {
        let mut state = AlertState::default();
        let told = [None, Some(1), Some(1), None, Some(4)].map(|since| state.missing_views(since.map(Day)));
        assert_eq!(told, [false, true, false, false, true]);
    }

    #[test]
    fn a_refused_crawler_is_reported_once_until_it_is_answered_again() {
        let mut state = AlertState::default();
        let refused = |was_answered| [RefusedCrawler { key: "GPTBot".into(), was_answered }];
        let key = ["GPTBot".to_owned()];
        assert_eq!(state.refused(Day(1), &refused(false), &[]), [] as [String; 0], "it was always refused");
        assert_eq!(state.refused(Day(2), &refused(true), &[]), key);
        assert_eq!(state.refused(Day(3), &refused(true), &[]), [] as [String; 0]);
        assert_eq!(state.refused(Day(4), &[], &[]), [] as [String; 0], "it sent no request");
        assert_eq!(state.refused(Day(5), &refused(true), &[]), [] as [String; 0]);
        assert_eq!(state.refused(Day(40), &refused(false), &[]), [] as [String; 0], "it lasts");
        assert_eq!(state.refused(Day(41), &[], &key), [] as [String; 0]);
        assert_eq!(state.refused(Day(42), &refused(true), &[]), key);
    }

    #[test]
    fn reports_resume_on_the_next_day_after_a_clock_was_far_ahead() {
        let mut state = AlertState::default();
        let told = [10, 400, 11, 11, 12].map(|day| state.advance(Day(day)));
        assert_eq!(told, [true, true, false, false, true]);
    }

    proptest! {
        /// However often days are looked at, by clocks that are set back and forth a little, no day is told about twice.
        #[test]
        fn no_day_is_reported_twice(steps in prop::collection::vec(-2_i32..3, 1..60)) {
            let (mut state, mut told, mut day) = (AlertState::default(), Vec::new(), 100);
            for step in steps {
                let latest = told.last().copied().unwrap_or(day);
                day = (day + step).clamp(latest - MAX_DAYS_AHEAD, latest + 2);
                let text = serde_json::to_string(&state).expect("JSON");
                state = serde_json::from_str(&text).expect("the same state");
                if state.advance(Day(day)) {
                    told.push(day);
                }
            }
            prop_assert!(told.is_sorted_by(|one, other| one < other), "{:?}", told);
        }
    }
}
