//! The limits of events on a server. Each has a default; tests lower them.

use crate::events::model::day_bounds::DayLimits;

/// How much is accepted and kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventServerOptions {
    /// Events that may wait to be stored; more are refused at once.
    pub waiting_events_most: usize,
    /// Events of one commit. A single batch is never split, so a larger one is a commit of its own.
    pub commit_events_most: usize,
    /// Raw events that a site may store on one of its days; further ones are refused. 0: unlimited.
    pub events_per_site_and_day: u64,
    /// New pages per site and day; further ones are counted together.
    pub new_pages_per_day_most: u32,
    /// New referrers per site and day, among those that a caller can make up; further ones are counted as
    /// `other`.
    pub new_referrers_per_day_most: u32,
    /// New pairs of platform and question or prompt per site and day; further ones are counted as `other`.
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
