//! Counters of what crawlers read, and what they are counted by.

use std::collections::BTreeMap;

use jiff::Timestamp;

use crate::{
    logs::{classify::StatusClass, evidence::Evidence, purpose::ReadPurpose},
    shared::calendar::Day,
};

/// The maximum number of rows that a site has for the pages of one day. Reads beyond it are counted under
/// [`crate::analytics::OTHER_PAGE`]; the sums of a crawler stay exact.
pub const MAX_PAGE_ROWS_PER_DAY: u32 = 5_000;

/// What reads of all pages are counted by. Numbers of rows depend on the known crawlers, never on what clients send.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CrawlerKey {
    /// The day in the site's time zone.
    pub day: Day,
    /// The name of the crawler.
    pub crawler: &'static str,
    /// What it reads for.
    pub purpose: ReadPurpose,
    /// Whether the address speaks for it.
    pub evidence: Evidence,
    /// How the server answered.
    pub status: StatusClass,
}

/// A number of reads, and when the last one was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reads {
    /// How many.
    pub count: u64,
    /// When the last one was answered.
    pub last_at: Timestamp,
}

/// Reads by key and page.
pub type ReadCounts = BTreeMap<(CrawlerKey, String), Reads>;

impl Reads {
    /// Adds other reads.
    pub fn add(&mut self, other: Self) {
        self.count += other.count;
        self.last_at = self.last_at.max(other.last_at);
    }
}

/// The sums of all pages.
pub fn of_all_pages(counts: &ReadCounts) -> BTreeMap<CrawlerKey, Reads> {
    let mut sums: BTreeMap<CrawlerKey, Reads> = BTreeMap::new();
    for ((key, _), reads) in counts {
        sums.entry(*key).and_modify(|sum| sum.add(*reads)).or_insert(*reads);
    }
    sums
}
