//! A query about the pages of a site, and its answer.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::analytics::{PageRow, PageSort, filter::AnalyticsFilter};

/// A query about pages.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PagesQuestion {
    /// The filter.
    pub filter: AnalyticsFilter,
    /// Whether the pages of a folder are grouped in one row, named in the form of
    /// [`PageFilter::Folder`](crate::analytics::filter::PageFilter::Folder): `/guides/**`.
    /// Folders are those directly below the folder of the filter, or of the site.
    pub by_folder: bool,
    /// Text that the path or title must contain, ignoring case.
    pub search: Option<String>,
    /// The order.
    pub sort: PageSort,
    /// Whether the largest values come first.
    pub descending: bool,
    /// The number of answers in the window that cite each path. They are counted elsewhere, and few enough to be passed in. Cited
    /// pages without activity are listed with zeros.
    pub citations: BTreeMap<String, i64>,
    /// The asks of each page in the previous window, which are counted elsewhere. Pages that had some and are without activity now
    /// are listed with zeros. `None` if the list is not compared.
    pub previous_asks: Option<BTreeMap<String, i64>>,
    /// The position where the list continues.
    pub after: Option<PagePosition>,
    /// The maximum number of rows.
    pub limit: u32,
}

/// A position in a list of pages. New views change the order of pages, so the order of the first part is kept while a caller
/// reads on, and each page is shown once. If the order could not be kept, the list continues after the last row shown.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PagePosition {
    /// The id of the kept order.
    pub order: Option<u64>,
    /// The number of its rows before this position.
    pub passed: u32,
    /// The path of the last row shown.
    pub path: String,
    /// Its figures: views, clicks on assistants' buttons, share buttons and questions, AI referrals, citations, views
    /// without a widget, and asks in the previous window.
    pub figures: [i64; 8],
    /// Its latest click, in milliseconds.
    pub last_click_at_ms: Option<i64>,
}

/// The answer to a query about pages.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PagesAnswer {
    /// Sums over all pages that match.
    pub totals: PageTotals,
    /// The requested rows.
    pub rows: Vec<PageRow>,
    /// The position where the list continues; `None` at the end.
    pub next: Option<PagePosition>,
}

/// Sums over all pages of a list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageTotals {
    /// The number of pages with activity or citations, without the row of other pages. That row is included in the sums.
    pub pages: u64,
    /// Views.
    pub views: u64,
    /// Clicks on an assistant's button. Questions are not included.
    pub ai_clicks: u64,
    /// Clicks on share buttons.
    pub social_clicks: u64,
    /// Clicks on a question, suggested or the reader's own.
    pub question_clicks: u64,
}
