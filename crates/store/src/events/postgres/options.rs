//! The limits of the event store on a server. Each has a default; tests lower them.

use crate::events::model::day_bounds::DayLimits;

/// How much is accepted and kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventServerOptions {
    /// The maximum number of events that may wait to be stored; more are refused immediately.
    pub max_waiting_events: usize,
    /// The maximum number of events per commit. A batch is never split, so a larger batch is a separate commit.
    pub max_commit_events: usize,
    /// The maximum number of raw events per site and day; more are refused. 0 means unlimited.
    pub events_per_site_and_day: u64,
    /// The maximum number of new pages per site and day; more are counted together.
    pub max_new_pages_per_day: u32,
    /// The maximum number of new referrers per site and day, among those that a caller can invent; more are counted as
    /// `other`.
    pub max_new_referrers_per_day: u32,
    /// The maximum number of new pairs of platform and question or prompt per site and day; more are counted as
    /// `other`.
    pub max_new_pairs_per_day: u32,
}

impl Default for EventServerOptions {
    fn default() -> Self {
        Self {
            max_waiting_events: 20_000,
            max_commit_events: 8_000,
            events_per_site_and_day: 10_000_000,
            max_new_pages_per_day: 10_000,
            max_new_referrers_per_day: 1_000,
            max_new_pairs_per_day: 1_000,
        }
    }
}

impl EventServerOptions {
    pub(crate) fn day_limits(&self) -> DayLimits {
        DayLimits {
            max_events: self.events_per_site_and_day,
            max_new_pages: self.max_new_pages_per_day,
            max_new_referrers: self.max_new_referrers_per_day,
            max_new_pairs: self.max_new_pairs_per_day,
        }
    }
}
