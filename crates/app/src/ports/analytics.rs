//! Reads counters. A question costs days × distinct values, regardless of the number of events.

use std::collections::BTreeMap;

use askline_domain::{
    analytics::{
        BreakdownRow,
        clear_rows::ByDay,
        filter::AnalyticsFilter,
        page_list::question::{PagesAnswer, PagesQuestion},
        series::{Cut, SlotValue},
    },
    events::{CounterKind, Event},
    shared::{calendar::Window, ids::SiteId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreResult;

/// A question about the counters of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountsQuestion {
    /// What is counted; [`CounterKind`] says what the labels are.
    pub kind: CounterKind,
    /// The days.
    pub window: Window,
    /// Nothing after this time counts.
    pub cut: Option<Cut>,
    /// Whether values by hour are requested.
    pub by_hour: bool,
    /// Only counters with this first label.
    pub label: Option<&'static str>,
    /// The label by which values are split.
    pub split: Split,
}

/// The label that splits the values of a series.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Split {
    /// No label; the values are not split.
    #[default]
    None,
    /// The first label.
    Label,
    /// The second label.
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
    /// Like `by_slot`, for each label, if requested.
    pub split: BTreeMap<String, Vec<SlotValue>>,
}

impl Counts {
    /// The sum of all values.
    pub fn total(&self) -> i64 {
        self.breakdown.iter().map(|row| row.value).sum()
    }
}

/// The activity on a site within the last half hour.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recent {
    /// The minutes with activity, oldest first.
    pub minutes: Vec<RecentMinute>,
    /// The newest events of people, newest first, at most [`MAX_RECENT_EVENTS`].
    pub newest: Vec<Event>,
    /// The events of browsers that a program drives among the latest [`MAX_RECENT_EVENTS`] events of any sender, newest first.
    pub automated: Vec<Event>,
    /// The time of the last stored event, from any sender and however long ago; `None` if no raw event is left.
    pub last_event_at: Option<Timestamp>,
}

/// The activity of people within a minute.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RecentMinute {
    /// Minutes since 1970.
    pub minute: i64,
    /// Page views.
    pub views: i64,
    /// Clicks on an assistant's button or on a question: AI clicks and question clicks together.
    pub asks: i64,
    /// Visits that an AI assistant sent.
    pub ai_referrals: i64,
}

/// The number of minutes in [`Recent`], including the current one.
pub const RECENT_MINUTES: i64 = 30;
/// The maximum number of events in [`Recent`].
pub const MAX_RECENT_EVENTS: u32 = 500;

/// The maximum number of pages whose asks are read together.
pub const MAX_ASKED_PAGES: usize = 20_000;

/// Reads counters.
#[async_trait]
pub trait AnalyticsStore: Send + Sync + 'static {
    /// The counters for the questions, all as of the same moment.
    async fn counts(
        &self,
        site: SiteId,
        filter: &AnalyticsFilter,
        questions: Vec<CountsQuestion>,
    ) -> StoreResult<Vec<Counts>>;
    /// How many asks each site had in its window: AI clicks and question clicks together.
    async fn asks(&self, windows: Vec<(SiteId, Window)>) -> StoreResult<Vec<i64>>;
    /// The activity within the [`RECENT_MINUTES`] up to `now`. Costs that many rows and [`MAX_RECENT_EVENTS`] events.
    async fn recent(&self, site: SiteId, now: Timestamp) -> StoreResult<Recent>;
    /// Pages with activity in the window, and those that are cited.
    async fn pages(&self, site: SiteId, window: Window, question: &PagesQuestion) -> StoreResult<PagesAnswer>;
    /// The asks of each page that had some in the window, up to the cut; the most asked-about pages if there are more than
    /// [`MAX_ASKED_PAGES`]. Pages are named by their paths as they are stored.
    async fn asks_by_page(&self, site: SiteId, window: Window, cut: Option<Cut>) -> StoreResult<BTreeMap<String, i64>>;
    /// The asks of these pages on each day that has some. Costs days × pages.
    async fn asks_by_day(
        &self,
        site: SiteId,
        window: Window,
        pages: Vec<String>,
    ) -> StoreResult<BTreeMap<String, ByDay>>;
    /// The platforms, networks and assistants that were ever counted on the site. Costs days × platforms.
    async fn counted_platforms(&self, site: SiteId) -> StoreResult<Vec<String>>;
    /// The paths of a site's pages as they are stored, in their order, at most `limit`.
    async fn page_paths(&self, site: SiteId, limit: u32) -> StoreResult<Vec<String>>;
    /// Whether a page was ever counted under its own name, given its path as it is stored.
    async fn knows_page(&self, site: SiteId, path: &str) -> StoreResult<bool>;
    /// A number that grows with every commit that touched the site's counters. A commit by this process shows before
    /// `append` returns, one by another process within one second. Costs a lock and a look-up in memory.
    fn revision(&self, site: SiteId) -> u64;
}
