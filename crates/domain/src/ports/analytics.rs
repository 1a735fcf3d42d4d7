//! Questions about counters. Each costs days × distinct values, regardless of the number of events.

use std::collections::BTreeMap;

use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreResult;
use crate::{
    analytics::{
        BreakdownRow, PageRow, PageSort,
        series::{Cut, SlotValue},
    },
    events::{CounterKind, Event},
    pages::address::with_capital_escapes,
    shared::{calendar::Window, ids::SiteId},
};

/// Pages of a site.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum PageFilter {
    /// The page with this path.
    Page(String),
    /// The page with this path and all below it.
    Folder(String),
}

impl PageFilter {
    /// A path, or a folder if it ends in `/**`. `/**` is every page, and so no filter.
    pub fn of(text: &str) -> Option<Self> {
        let text = with_capital_escapes(text);
        match text.strip_suffix("/**") {
            Some("") => None,
            Some(folder) => Some(Self::Folder(folder.to_owned())),
            None => Some(Self::Page(text.into_owned())),
        }
    }

    /// Whether a path is among them.
    pub fn admits(&self, path: &str) -> bool {
        match self {
            PageFilter::Page(page) => page == path,
            PageFilter::Folder(folder) => {
                path.strip_prefix(folder.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            }
        }
    }
}

/// The filter of a question.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct AnalyticsFilter {
    /// Only these pages.
    pub page: Option<PageFilter>,
    /// Only this platform, network or assistant. Of pages, only those where it was used.
    pub platform: Option<String>,
}

/// A question about the counters of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountsQuestion {
    /// What is counted; see [`CounterKind`] for what the labels are.
    pub kind: CounterKind,
    /// The days.
    pub window: Window,
    /// Nothing after this time counts.
    pub cut: Option<Cut>,
    /// Whether values are wanted by hour.
    pub by_hour: bool,
    /// Only counters with this first label.
    pub label: Option<&'static str>,
    /// The label that values are split by.
    pub split: Split,
}

/// The label that splits the values of a series.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Split {
    /// By none.
    #[default]
    None,
    /// By the first.
    Label,
    /// By the second.
    Detail,
}

impl CountsQuestion {
    /// All counters of a window, by day.
    pub fn by_day(kind: CounterKind, window: Window) -> Self {
        Self { kind, window, cut: None, by_hour: false, label: None, split: Split::None }
    }
}

/// The answer to one question.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// A value for each day or hour that has one, oldest first.
    pub by_slot: Vec<SlotValue>,
    /// A value for each pair of labels that has one, in no order.
    pub breakdown: Vec<BreakdownRow>,
    /// The same as `by_slot` for each label, if requested.
    pub split: BTreeMap<String, Vec<SlotValue>>,
}

impl Counts {
    /// The sum of all.
    pub fn total(&self) -> i64 {
        self.breakdown.iter().map(|row| row.value).sum()
    }
}

/// The activity on a site within the last half hour.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recent {
    /// The minutes with activity, oldest first.
    pub minutes: Vec<RecentMinute>,
    /// The newest events of people, newest first: a limited number.
    pub newest: Vec<Event>,
    /// When the last event was taken, from any sender and however long ago; `None` when no raw event is left.
    pub last_event_at: Option<Timestamp>,
}

/// The activity of people within a minute.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RecentMinute {
    /// Minutes since 1970.
    pub minute: i64,
    /// Page views.
    pub views: i64,
    /// Clicks on AI buttons and suggested questions.
    pub asks: i64,
    /// Visits that an AI assistant sent.
    pub ai_referrals: i64,
}

/// Minutes of [`Recent`], including the running one.
pub const RECENT_MINUTES: i64 = 30;
/// Events of [`Recent`].
pub const MAX_RECENT_EVENTS: u32 = 500;

/// A question about pages.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PagesQuestion {
    /// The filter.
    pub filter: AnalyticsFilter,
    /// Whether the pages of a folder are grouped in one row, named in the form of [`PageFilter::Folder`]: `/guides/**`.
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
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PageTotals {
    /// Pages with any activity, or cited. The row of other pages does not count as a page; its activity is in the sums.
    pub pages: u64,
    /// Page views.
    pub views: u64,
    /// Clicks on an AI button.
    pub ai_clicks: u64,
    /// Clicks on a share button.
    pub social_clicks: u64,
    /// Clicks on a suggested question.
    pub question_clicks: u64,
}

/// Reads of counters.
#[async_trait]
pub trait AnalyticsStore: Send + Sync + 'static {
    /// The counters for the questions, all as of one moment.
    async fn counts(
        &self,
        site: SiteId,
        filter: &AnalyticsFilter,
        questions: Vec<CountsQuestion>,
    ) -> StoreResult<Vec<Counts>>;
    /// How many asks each site had in its window: clicks on AI buttons and suggested questions.
    async fn asks(&self, windows: Vec<(SiteId, Window)>) -> StoreResult<Vec<i64>>;
    /// The activity within the [`RECENT_MINUTES`] up to `now`. Costs that many rows and [`MAX_RECENT_EVENTS`] events.
    async fn recent(&self, site: SiteId, now: Timestamp) -> StoreResult<Recent>;
    /// Pages with activity in the window, and those that are cited.
    async fn pages(&self, site: SiteId, window: Window, question: &PagesQuestion) -> StoreResult<PagesAnswer>;
    /// The platforms, networks and assistants that were ever counted on the site. Costs days × platforms.
    async fn counted_platforms(&self, site: SiteId) -> StoreResult<Vec<String>>;
    /// A number that grows with every commit that touched the site's counters: one by this process before
    /// `append` returns, one by another process within one second. Costs a lock and a look-up in memory.
    fn revision(&self, site: SiteId) -> u64;
}
