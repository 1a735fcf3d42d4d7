//! Defines what an ask is, and the rate of asks per view with a widget.
//!
//! Every response, table, export and tool uses these functions, so that all show the same numbers.

use std::cmp::Ordering;

/// The number of asks: clicks on assistants' buttons and on questions, including readers' own. Shares and copies are not asks.
pub const fn asks(ai_clicks: i64, question_clicks: i64) -> i64 {
    ai_clicks + question_clicks
}

/// Asks per view of a page with a widget, rounded to four decimal places; `None` without such views.
pub fn asks_per_view(asks: i64, views_with_widget: i64) -> Option<f64> {
    ten_thousandths(asks, views_with_widget).map(|rate| rate / 10_000.0)
}

/// Asks per hundred views of a page with a widget, rounded to two decimal places; `None` without such views.
pub fn asks_per_100_views(asks: i64, views_with_widget: i64) -> Option<f64> {
    ten_thousandths(asks, views_with_widget).map(|rate| rate / 100.0)
}

fn ten_thousandths(asks: i64, views: i64) -> Option<f64> {
    (views > 0).then(|| (asks as f64 / views as f64 * 10_000.0).round())
}

/// Compares two rates, each given as asks and nonzero views, as exact fractions.
pub fn compare_rates((asks, views): (i64, i64), (other_asks, other_views): (i64, i64)) -> Ordering {
    (i128::from(asks) * i128::from(other_views)).cmp(&(i128::from(other_asks) * i128::from(views)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_of_views_at_which_readers_could_ask_and_is_one_number_in_both_units() {
        for (asks, views, per_view, per_100) in [
            (0, 0, None, None),
            (3, 0, None, None),
            (0, 7, Some(0.0), Some(0.0)),
            (1, 3, Some(0.3333), Some(33.33)),
            (2, 3, Some(0.6667), Some(66.67)),
            (84, 1_000, Some(0.084), Some(8.4)),
            (5, 2, Some(2.5), Some(250.0)),
        ] {
            assert_eq!(
                (asks_per_view(asks, views), asks_per_100_views(asks, views)),
                (per_view, per_100),
                "{asks} {views}"
            );
        }
    }
}
