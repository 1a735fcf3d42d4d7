//! Questions about counters. Each costs days × distinct values, however many events there were.

use std::collections::BTreeMap;

use async_trait::async_trait;

use super::StoreResult;
use crate::{
    analytics::{BreakdownRow, DayValue, PageRow, PageSort},
    calendar::Window,
    event::CounterKind,
    id::SiteId,
};

/// Narrows a question.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct AnalyticsFilter {
    /// Only this page (exact path).
    pub page: Option<String>,
    /// Only this platform, network or assistant. Of pages, only those where it was used.
    pub platform: Option<String>,
}

/// The answer to one question: a value per day that has one, and a value per label that has one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// Days with a value, oldest first. Days without are absent.
    pub by_day: Vec<DayValue>,
    /// Labels with a value, in no order.
    pub breakdown: Vec<BreakdownRow>,
}

/// A question about pages.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PagesQuestion {
    /// Narrowed by.
    pub filter: AnalyticsFilter,
    /// Text that path or title must contain, in any case.
    pub search: Option<String>,
    /// The order.
    pub sort: PageSort,
    /// Whether the largest come first.
    pub descending: bool,
    /// Engines' answers of the window that cite each path. Counted elsewhere, and few enough to be handed over. Pages
    /// that are cited and had no activity are listed with zeros.
    pub citations: BTreeMap<String, i64>,
    /// Where to read on.
    pub after: Option<PagePlace>,
    /// Rows wanted.
    pub limit: u32,
}

/// A place in a list of pages. Views that arrive move pages about: the order of the first part is kept while somebody
/// reads on in it, so that each page is shown once. Where it could not be kept, the list goes on behind the last row.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PagePlace {
    /// The order that is kept.
    pub order: Option<u64>,
    /// Rows of it that were passed.
    pub passed: u32,
    /// The path of the last row that was shown.
    pub path: String,
    /// Its figures: views, presses of AI buttons, share buttons and questions, AI referrals, citations.
    pub figures: [i64; 6],
    /// Its latest press, in milliseconds.
    pub last_click_at_ms: Option<i64>,
}

/// The answer about pages.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PagesAnswer {
    /// Sums over all pages that match.
    pub totals: PageTotals,
    /// The wanted rows.
    pub rows: Vec<PageRow>,
    /// Where to read on; `None` at the end.
    pub next: Option<PagePlace>,
}

/// Sums over pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PageTotals {
    /// Pages with any activity, or cited. The row of other pages is none; what was done on them is in the sums.
    pub pages: u64,
    /// Page views.
    pub views: u64,
    /// Presses of an AI button.
    pub ai_clicks: u64,
    /// Presses of a share button.
    pub social_clicks: u64,
    /// Presses of a suggested question.
    pub question_clicks: u64,
}

/// Counters, read.
#[async_trait]
pub trait AnalyticsStore: Send + Sync + 'static {
    /// The counters of `kind`: per day, and per pair of labels (see [`CounterKind`] for what the labels are).
    async fn counts(
        &self,
        site: SiteId,
        kind: CounterKind,
        window: Window,
        filter: &AnalyticsFilter,
    ) -> StoreResult<Counts>;
    /// Pages with activity in the window, and those that are cited.
    async fn pages(&self, site: SiteId, window: Window, question: &PagesQuestion) -> StoreResult<PagesAnswer>;
    /// The platforms, networks and assistants that were ever counted on the site. Costs days × platforms.
    async fn counted_platforms(&self, site: SiteId) -> StoreResult<Vec<String>>;
    /// A number that grows with every commit that touched the site's counters: one by this process before
    /// `append` returns, one by another process within one second. Costs a lock and a look-up in memory.
    fn revision(&self, site: SiteId) -> u64;
}
