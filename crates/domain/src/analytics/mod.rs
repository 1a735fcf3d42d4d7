//! Rows of analytics responses, and their order.

pub mod ask_rate;
pub mod clear_count;
pub mod clear_rows;
pub mod figures;
pub mod filter;
pub mod page_day;
pub mod page_list;
pub mod page_orders;
pub mod panel;
pub mod parts;
pub mod series;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use crate::pages::other_page::OTHER_PAGE;
use crate::shared::rfc3339::{Moment, as_moment_or_null};

/// The maximum number of rows that a breakdown shows; the rest are summed in a row `other`.
pub const MAX_BREAKDOWN_ROWS: usize = 50;
/// The label of the row that sums the rest.
pub const OTHER: &str = "other";

/// The count for a pair of labels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BreakdownRow {
    /// The first label.
    pub label: String,
    /// The second label; empty for breakdowns with one label.
    pub detail: String,
    /// The count.
    pub value: i64,
}

/// One page's figures for a period.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageRow {
    /// The path in its latest spelling, with the query parameters and the hash route that belong to the page; any other spelling
    /// finds the page, too. Null in the row of other pages, which comes last.
    pub path: Option<String>,
    /// How the page's address is spelled, if not as its identity.
    #[serde(skip)]
    pub spelling: Option<String>,
    /// Asks in the previous window, if the question names those of every page.
    #[serde(skip)]
    pub previous_asks: Option<i64>,
    /// The latest title.
    pub title: Option<String>,
    /// Views.
    pub views: i64,
    /// Views with the widget on the page.
    pub views_with_widget: i64,
    /// Clicks on an assistant's button. Questions are not included.
    pub ai_clicks: i64,
    /// Clicks on share buttons.
    pub social_clicks: i64,
    /// Clicks on a question, suggested or the reader's own.
    pub question_clicks: i64,
    /// Visits that an AI assistant sent.
    pub ai_referrals: i64,
    /// Engine answers, collected by monitors, that cite the page; a filter by platform does not change this number.
    pub citations: i64,
    /// The assistant with the most clicks on its button; null without any. In a list filtered by platform, no other
    /// platform is named.
    pub top_platform: Option<String>,
    /// The time of the latest click.
    #[serde(serialize_with = "as_moment_or_null")]
    #[schemars(with = "Option<Moment>")]
    pub last_click_at: Option<Timestamp>,
}

/// What pages are sorted by. Pages with equal values are sorted by path.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum PageSort {
    /// Clicks on an AI button.
    #[default]
    AiClicks,
    /// Clicks on assistants' buttons and on questions; pages with equal numbers are sorted by views.
    Asks,
    /// How much asks rose since the previous period, with `compare=previous`: the rise as a count, negative for a fall. Pages without
    /// activity in this period are listed as well.
    Change,
    /// Views.
    Views,
    /// Clicks on a share button.
    SocialClicks,
    /// Clicks on a question, suggested or the reader's own.
    QuestionClicks,
    /// Visits that an AI assistant sent.
    AiReferrals,
    /// Engine answers that cite the page.
    Citations,
    /// Asks per view with a widget; pages without such views come last.
    ClickRate,
    /// The time of the latest click; pages without clicks come last.
    LastClickAt,
    /// The path.
    Path,
}

/// Sums rows with the same label, sorts them by value and then by label, and combines all rows beyond
/// [`MAX_BREAKDOWN_ROWS`] into one row `other`, which comes last. The total stays the same.
pub fn ranked(rows: impl IntoIterator<Item = (String, i64)>) -> Vec<(String, i64)> {
    let mut rows = summed(rows);
    if rows.len() > MAX_BREAKDOWN_ROWS {
        let mut tail: i64 = rows.drain(MAX_BREAKDOWN_ROWS..).map(|(_, value)| value).sum();
        // A row may itself be labeled `other`: it is merged, so that there is only one such row, and it comes last.
        if let Some(place) = rows.iter().position(|(label, _)| label == OTHER) {
            tail += rows.remove(place).1;
        }
        rows.push((OTHER.into(), tail));
    }
    rows
}

/// Sums rows with the same label, and sorts them by value and then by label. Sums of 0 are left out.
pub fn summed(rows: impl IntoIterator<Item = (String, i64)>) -> Vec<(String, i64)> {
    let mut sums = std::collections::BTreeMap::<String, i64>::new();
    for (label, value) in rows {
        *sums.entry(label).or_default() += value;
    }
    let mut rows: Vec<_> = sums.into_iter().filter(|(_, value)| *value != 0).collect();
    // The map is ordered by label, and the sort is stable.
    rows.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_breakdown_is_ordered_bounded_and_keeps_the_sum(
            rows in prop::collection::vec(("[a-z]{1,2}", 1_i64..100), 0..200),
        ) {
            let ranked = ranked(rows.clone());
            prop_assert!(ranked.len() <= MAX_BREAKDOWN_ROWS + 1);
            prop_assert_eq!(
                ranked.iter().map(|r| r.1).sum::<i64>(),
                rows.iter().map(|r| r.1).sum::<i64>()
            );
            let head = &ranked[..ranked.len().min(MAX_BREAKDOWN_ROWS)];
            let in_order = head.windows(2).all(|w| {
                w[0].0 == OTHER || w[1].0 == OTHER || w[0].1 > w[1].1 || (w[0].1 == w[1].1 && w[0].0 < w[1].0)
            });
            prop_assert!(in_order);
        }
    }
}
