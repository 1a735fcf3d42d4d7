//! A question about the pages of a site, and its answer.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::analytics::{PageRow, PageSort, filter::AnalyticsFilter};

/// A question about pages.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PagesQuestion {
    /// The filter.
    pub filter: AnalyticsFilter,
    /// Whether the pages of a folder are grouped in one row, named in the form of [`PageFilter::Folder`](crate::analytics::filter::PageFilter::Folder): `/guides/**`.
    /// Folders are those directly below the folder of the filter, or of the site.
    pub by_folder: bool,
    /// Text that path or title must contain, in any case.
    pub search: Option<String>,
    /// The order.
    pub sort: PageSort,
    /// Whether the largest come first.
    pub descending: bool,
    /// How many answers of the window cite each path. Counted elsewhere, and few enough to be passed in. Pages
    /// that are cited and had no activity are listed with zeros.
    pub citations: BTreeMap<String, i64>,
    /// Where to continue.
    pub after: Option<PagePlace>,
    /// Rows wanted.
    pub limit: u32,
}

/// A place in a list of pages. New views move pages: the order of the first part is kept while a caller
/// reads on in it, so that each page is shown once. If it could not be kept, the list continues after the last row.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PagePlace {
    /// The kept order.
    pub order: Option<u64>,
    /// Rows of it that were passed.
    pub passed: u32,
    /// The path of the last row that was shown.
    pub path: String,
    /// Its figures: views, clicks on AI buttons, share buttons and questions, AI referrals, citations, views
    /// without a widget.
    pub figures: [i64; 7],
    /// Its latest click, in milliseconds.
    pub last_click_at_ms: Option<i64>,
}

/// The answer about pages.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PagesAnswer {
    /// Sums over all pages that match.
    pub totals: PageTotals,
    /// The wanted rows.
    pub rows: Vec<PageRow>,
    /// Where to continue; `None` at the end.
    pub next: Option<PagePlace>,
}

/// Sums over pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageTotals {
    /// Pages with any activity, or cited; the row of other pages is not a page. Its activity is in the sums.
    pub pages: u64,
    /// Views.
    pub views: u64,
    /// Clicks on AI buttons.
    pub ai_clicks: u64,
    /// Clicks on share buttons.
    pub social_clicks: u64,
    /// Clicks on suggested questions.
    pub question_clicks: u64,
}
