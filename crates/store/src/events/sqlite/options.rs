//! The limits of the event database. Each has a default that suits one machine; tests lower them.

use std::time::Duration;

use super::seen::SeenLimits;
use crate::{events::model::day_bounds::DayLimits, sqlite::Commits};

/// How much is accepted, kept and remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventOptions {
    /// The maximum number of events that may wait for the writer; more are refused immediately.
    pub max_waiting_events: usize,
    /// The maximum number of events per commit. A batch is never split, so a larger batch is a separate commit.
    pub max_commit_events: usize,
    /// The number of event ids in memory at which they are sealed as a sorted run.
    pub max_tail_ids: usize,
    /// The number of such runs that are merged into one.
    pub runs_merged: usize,
    /// The maximum memory for the filters of event ids, in bytes: two bytes for each event of the last seven days.
    /// Without enough memory, repeats are still recognized, but storing an event reads the file once for every million
    /// further ids.
    pub max_filter_bytes: usize,
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
    /// The maximum size of the file in bytes; beyond it events are refused. `None` means that only the disk limits it.
    pub max_file_bytes: Option<u64>,
    /// How long the writer waits while another process writes.
    pub lock_wait: Duration,
    /// When a commit is durable.
    pub commits: Commits,
    /// How long the closing of the database waits for readers, before it leaves the latest events in the write-ahead log.
    pub write_back_wait: Duration,
    /// How long the writer pauses after each commit, so that another process gets the lock.
    pub pause_after_commit: Duration,
}

impl Default for EventOptions {
    fn default() -> Self {
        Self {
            max_waiting_events: 20_000,
            max_commit_events: 8_000,
            max_tail_ids: 65_536,
            runs_merged: 16,
            max_filter_bytes: 96 * 1_048_576,
            events_per_site_and_day: 10_000_000,
            max_new_pages_per_day: 10_000,
            max_new_referrers_per_day: 1_000,
            max_new_pairs_per_day: 1_000,
            max_file_bytes: None,
            lock_wait: Duration::from_secs(5),
            commits: Commits::Durable,
            write_back_wait: Duration::from_secs(1),
            pause_after_commit: Duration::ZERO,
        }
    }
}

impl EventOptions {
    /// Options for a command that writes much while a server may be running on the same file: it pauses after each
    /// commit so that the server can write, and waits longer for the lock. An operator's import has no limit on events.
    pub fn beside_a_server() -> Self {
        Self {
            lock_wait: Duration::from_secs(30),
            // A server that runs writes the log back itself.
            write_back_wait: Duration::from_millis(100),
            pause_after_commit: Duration::from_millis(5),
            events_per_site_and_day: 0,
            ..Self::default()
        }
    }

    pub(crate) fn day_limits(&self) -> DayLimits {
        DayLimits {
            max_events: self.events_per_site_and_day,
            max_new_pages: self.max_new_pages_per_day,
            max_new_referrers: self.max_new_referrers_per_day,
            max_new_pairs: self.max_new_pairs_per_day,
        }
    }

    pub(super) fn seen_limits(&self) -> SeenLimits {
        SeenLimits {
            max_tail_ids: self.max_tail_ids.max(1),
            // Merging fewer than two runs changes nothing.
            runs_merged: self.runs_merged.max(2),
            max_filter_bytes: self.max_filter_bytes,
        }
    }
}
