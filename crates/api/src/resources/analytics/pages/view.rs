//! The answer of the list of pages.

use askline_app::present_fields::every_field_present_but_other;
use askline_domain::{
    analytics::{
        PageRow,
        ask_rate::{asks, asks_per_view},
    },
    citations::statistics::interval::Interval,
    shared::rfc3339::Moment,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::resources::analytics::citation_figures::CitationFigures;

/// Pages and their figures.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PagesReport {
    /// Sums over all pages that match.
    pub totals: Totals,
    /// The rows of this page of the list.
    pub items: Vec<PageItem>,
    /// The previous window, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<PreviousPages>,
}

/// What was done on pages in the window before.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PreviousPages {
    /// Sums. While the window runs, views and clicks of the previous one are counted up to the same hour, that hour included;
    /// with `q` to its end.
    pub totals: Totals,
}

/// Sums over pages.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Totals {
    /// Pages with any activity, or cited; the row of other pages is not a page.
    pub pages: u64,
    /// Views.
    pub views: u64,
    /// Clicks on AI buttons.
    pub ai_clicks: u64,
    /// Clicks on share buttons.
    pub social_clicks: u64,
    /// Clicks on suggested questions.
    pub question_clicks: u64,
    /// Days of the window.
    pub days: i32,
}

/// One page.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present_but_other)]
pub struct PageItem {
    /// Path without query; null in the row of other pages.
    pub path: Option<String>,
    /// True in one row, the last: pages beyond those that a day may make known, and pages of long ago. It is no page.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    pub other: bool,
    /// The latest title.
    pub title: Option<String>,
    /// Views.
    pub views: i64,
    /// Views with the widget on the page.
    pub views_with_widget: i64,
    /// Clicks on AI buttons.
    pub ai_clicks: i64,
    /// Clicks on share buttons.
    pub social_clicks: i64,
    /// Clicks on suggested questions.
    pub question_clicks: i64,
    /// Visits that an AI assistant sent.
    pub ai_referrals: i64,
    /// Answers of engines, found by monitors, that cite the page. Whatever the platform that is asked about.
    pub citations: i64,
    /// The part of all answers in these days that cite the page; null without answers, and for folders.
    pub citation_share: Option<f64>,
    /// The 95 % interval of its true share; null if the share is null.
    pub interval95: Option<Interval>,
    /// Clicks on AI buttons and questions for each view with a widget, four digits: the overview's `asksPer100Views` of one
    /// page, divided by a hundred. Null without such views.
    pub click_rate: Option<f64>,
    /// The platform with the most presses; of a list about one platform, that one or none.
    pub top_platform: Option<String>,
    /// The latest press.
    pub last_click_at: Option<Moment>,
}

impl PageItem {
    /// A row, among the answers of engines to the site's questions.
    pub(super) fn of(row: PageRow, answers: &CitationFigures) -> Self {
        let page = row.path.as_deref().filter(|path| !path.ends_with("/**"));
        let share = page.and_then(|page| answers.share_of_page(page));
        let asks = asks(row.ai_clicks, row.question_clicks);
        Self {
            click_rate: asks_per_view(asks, row.views_with_widget),
            other: row.path.is_none(),
            path: row.path,
            title: row.title,
            views: row.views,
            views_with_widget: row.views_with_widget,
            ai_clicks: row.ai_clicks,
            social_clicks: row.social_clicks,
            question_clicks: row.question_clicks,
            ai_referrals: row.ai_referrals,
            citations: row.citations,
            citation_share: share.map(|share| share.rate),
            interval95: share.and_then(|share| share.interval95),
            top_platform: row.top_platform,
            last_click_at: row.last_click_at.map(Moment),
        }
    }
}
