//! The limits of the event store on a server. Each has a default; tests lower them.

use crate::events::model::day_bounds::DayLimits;

/// How much is accepted and kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventServerOptions {
    /// The maximum number of events that may wait to be stored; more are refused immediately.
    pub waiting_events_most: usize,
    /// The maximum number of events per commit. A batch is never split, so a larger batch is a separate commit.
    pub commit_events_most: usize,
    /// The maximum number of raw events per site and day; more are refused. 0 means unlimited.
    pub events_per_site_and_day: u64,
    /// The maximum number of new pages per site and day; more are counted together.
    pub new_pages_per_day_most: u32,
    /// The maximum number of new referrers per site and day, among those that a caller can invent; more are counted as
    /// `other`.
    pub new_referrers_per_day_most: u32,
    /// The maximum number of new pairs of platform and question or prompt per site and day; more are counted as
    /// `other`.
    pub new_pairs_per_day_most: u32,
}

impl Default for EventServerOptions {
    fn default() -> Self {
        Self {
            waiting_events_most: 20_000,
            commit_events_most: 8_000,
            events_per_site_and_day: 10_000_000,
            new_pages_per_day_most: 10_000,
            new_referrers_per_day_most: 1_000,
            new_pairs_per_day_most: 1_000,
        }
    }
}

impl EventServerOptions {
    pub(crate) fn day_limits(&self) -> DayLimits {
        DayLimits {
            events_most: self.events_per_site_and_day,
            new_pages_most: self.new_pages_per_day_most,
            new_referrers_most: self.new_referrers_per_day_most,
            new_pairs_most: self.new_pairs_per_day_most,
        }
    }
}
