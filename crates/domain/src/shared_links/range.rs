//! The days that a shared link shows: the last days, or fixed dates.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::shared::calendar::{Day, MAX_WINDOW_DAYS, Window, date_of};

/// The days that a link shows.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum LinkRange {
    /// The last days.
    Days {
        /// Their number, including today.
        #[schemars(range(min = 1, max = MAX_WINDOW_DAYS))]
        days: i32,
    },
    /// Fixed dates.
    Dates {
        /// The oldest date.
        #[schemars(extend("format" = "date"))]
        from: String,
        /// The newest date, included.
        #[schemars(extend("format" = "date"))]
        to: String,
    },
}

impl LinkRange {
    /// Its days on the site's day `today`. `None` if they are no valid range, or begin in the future.
    pub fn window(&self, today: Day) -> Option<Window> {
        let window = match self {
            Self::Days { days } => Window::last_days(*days, today),
            Self::Dates { from, to } => Window { from: date_of(from)?, to: date_of(to)? },
        };
        (1..=MAX_WINDOW_DAYS).contains(&window.days()).then_some(window)
    }

    /// Whether all of `asked` is among its days on `today`.
    pub fn includes(&self, asked: Window, today: Day) -> bool {
        self.window(today).is_some_and(|own| own.from <= asked.from && asked.to <= own.to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_range_includes_exactly_the_windows_whose_days_are_all_among_its_own(
            today in 12_000_i32..30_000, days in 1..=MAX_WINDOW_DAYS, start in -400_i32..400, length in 1_i32..400,
        ) {
            let range = LinkRange::Days { days };
            let asked = Window { from: Day(today + start), to: Day(today + start + length - 1) };
            let own: Vec<Day> = (0..days).map(|back| Day(today - back)).collect();
            let expected = asked.iter().all(|day| own.contains(&day));
            prop_assert_eq!(range.includes(asked, Day(today)), expected);
            let same = LinkRange::Dates {
                from: Day(today - days + 1).date().to_string(), to: Day(today).date().to_string(),
            };
            prop_assert_eq!(same.includes(asked, Day(today + 7)), expected);
        }
    }
}
