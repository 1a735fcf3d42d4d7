//! The limits of the event database. Each has a default that suits one machine; tests lower them.

use std::time::Duration;

use super::seen::SeenLimits;
use crate::{events::model::day_bounds::DayLimits, sqlite::Commits};

/// How much is accepted, kept and remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventOptions {
    /// Events that may wait for the writer; more are refused at once.
    pub waiting_events_most: usize,
    /// Events of one commit. A single batch is never split, so a larger one is a commit of its own.
    pub commit_events_most: usize,
    /// Event ids kept in a set before they are sealed as a sorted run.
    pub tail_ids_most: usize,
    /// Sealed tails before they are merged into one run.
    pub runs_merged: usize,
    /// Bytes of memory for the filters of event ids, two for each event of the last seven days. If they do
    /// not suffice, repeats are still recognized, but storing an event reads the file once for every million further ids.
    pub filter_bytes_most: usize,
    /// Raw events that a site may store on one of its days; further ones are refused. 0: unlimited.
    pub events_per_site_and_day: u64,
    /// New pages per site and day; further ones are counted together.
    pub new_pages_per_day_most: u32,
    /// New referrers per site and day, among those that a caller can make up; further ones are counted as
    /// `other`.
    pub new_referrers_per_day_most: u32,
    /// New pairs of platform and question or prompt per site and day; further ones are counted as `other`.
    pub new_pairs_per_day_most: u32,
    /// Bytes that the file may have; beyond it events are refused. `None`: limited by the disk only.
    pub file_bytes_most: Option<u64>,
    /// How long the writer waits while another process writes.
    pub lock_wait: Duration,
    /// The guarantee of a commit.
    pub commits: Commits,
    /// How long the writer rests after each commit, so that another process gets the lock.
    pub pause_after_commit: Duration,
}

impl Default for EventOptions {
    fn default() -> Self {
        Self {
            waiting_events_most: 20_000,
            commit_events_most: 8_000,
            tail_ids_most: 65_536,
            runs_merged: 16,
            filter_bytes_most: 96 * 1_048_576,
            events_per_site_and_day: 10_000_000,
            new_pages_per_day_most: 10_000,
            new_referrers_per_day_most: 1_000,
            new_pairs_per_day_most: 1_000,
            file_bytes_most: None,
            lock_wait: Duration::from_secs(5),
            commits: Commits::Durable,
            pause_after_commit: Duration::ZERO,
        }
    }
}

impl EventOptions {
    /// For a command that writes much while a server may be running on the same file: it pauses after each commit so that
    /// the server can write, and waits longer for its own turn. An operator's import has no limit on events.
    pub fn beside_a_server() -> Self {
        Self {
            lock_wait: Duration::from_secs(30),
            pause_after_commit: Duration::from_millis(5),
            events_per_site_and_day: 0,
            ..Self::default()
        }
    }

    pub(crate) fn day_limits(&self) -> DayLimits {
        DayLimits {
            events_most: self.events_per_site_and_day,
            new_pages_most: self.new_pages_per_day_most,
            new_referrers_most: self.new_referrers_per_day_most,
            new_pairs_most: self.new_pairs_per_day_most,
        }
    }

    pub(super) fn seen_limits(&self) -> SeenLimits {
        SeenLimits {
            tail_ids_most: self.tail_ids_most.max(1),
            // Merging fewer than two runs changes nothing.
            runs_merged: self.runs_merged.max(2),
            filter_bytes_most: self.filter_bytes_most,
        }
    }
}
