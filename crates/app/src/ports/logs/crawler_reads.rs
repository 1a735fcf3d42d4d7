//! Counters of what crawlers read, by the logs of a site's web servers. They are stored with the events.

use std::collections::BTreeMap;

use askline_domain::{
    analytics::filter::PageFilter,
    logs::{classify::StatusClass, evidence::Evidence, newest::ReadLine, purpose::ReadPurpose, reads::ReadCounts},
    shared::{
        calendar::{Day, Window},
        ids::{LogSourceId, SiteId},
    },
};
use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use crate::ports::StoreResult;

/// How long a batch is known: when it is sent again within this time, it is not counted again.
pub const BATCHES_KEPT: SignedDuration = SignedDuration::from_hours(24 * 7);

/// A batch of lines that was counted and is to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadBatch {
    /// The site.
    pub site: SiteId,
    /// The source that sent it.
    pub source: LogSourceId,
    /// SHA-256 of the name that the sender gave it, or of its content.
    pub name: [u8; 32],
    /// SHA-256 of its content as it was sent.
    pub content: [u8; 32],
    /// When it arrived.
    pub at: Timestamp,
    /// What it adds to the state of its source.
    pub adds: SourceState,
    /// The reads.
    pub counts: ReadCounts,
    /// The newest of them as lines, oldest first.
    pub lines: Vec<ReadLine>,
    /// The answer to the sender, which a repeat gets again.
    pub answer: String,
}

/// What a source has sent so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SourceState {
    /// The lines: requests, and what cannot be read.
    pub lines: u64,
    /// The reads of crawlers that were counted.
    pub kept: u64,
    /// The lines that could not be read.
    pub unreadable: u64,
    /// The requests for other hosts.
    pub other_hosts: u64,
    /// The requests that were in the future, or older than any report.
    pub out_of_range: u64,
    /// The time of the latest line.
    pub last_line_at: Option<Timestamp>,
    /// When the latest batch arrived.
    pub last_batch_at: Option<Timestamp>,
}

impl SourceState {
    /// Both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            lines: self.lines + other.lines,
            kept: self.kept + other.kept,
            unreadable: self.unreadable + other.unreadable,
            other_hosts: self.other_hosts + other.other_hosts,
            out_of_range: self.out_of_range + other.out_of_range,
            last_line_at: self.last_line_at.max(other.last_line_at),
            last_batch_at: self.last_batch_at.max(other.last_batch_at),
        }
    }
}

/// What happened to a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recorded {
    /// It is stored now.
    Now,
    /// It was stored before; this is the answer that its sender got.
    Before(String),
    /// Another content was stored under the same name. Nothing was stored.
    OtherContent,
}

/// Reads of a crawler on a day, of all pages.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CrawlerDay {
    /// The day.
    pub day: Day,
    /// The crawler's name.
    pub crawler: String,
    /// What it read for.
    pub purpose: ReadPurpose,
    /// Whether the address speaks for it.
    pub evidence: Evidence,
    /// How the server answered.
    pub status: StatusClass,
    /// The number of reads.
    pub reads: u64,
    /// When the last one was.
    pub last_at: Timestamp,
}

/// Reads of a page in a window by one crawler for one purpose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageCrawler {
    /// The page.
    pub page: String,
    /// The crawler's name.
    pub crawler: String,
    /// What it read for.
    pub purpose: ReadPurpose,
    /// The number of reads, without those that are refuted, and only those that were answered with the page.
    pub answered: u64,
    /// The number of reads that were answered otherwise, without those that are refuted.
    pub unanswered: u64,
    /// When the last one was.
    pub last_at: Timestamp,
}

/// Reads of a page, or of a folder, in a window. Refuted reads are not included.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageReads {
    /// The number of reads that were answered with a page, by purpose.
    pub answered: BTreeMap<ReadPurpose, u64>,
    /// When the last read was, whatever was answered.
    pub last_at: Option<Timestamp>,
}

/// Counters of what crawlers read.
#[async_trait]
pub trait CrawlerReadStore: Send + Sync + 'static {
    /// Stores the counters of a batch, the state of its source and the batch's name in one transaction, unless a batch of the
    /// source with this name is known. Returns after the commit is durable. Of the pages of a day, a site gets at most
    /// [`askline_domain::logs::reads::MAX_PAGE_ROWS_PER_DAY`] rows; further reads count under
    /// [`askline_domain::analytics::OTHER_PAGE`]. Of its lines, a site keeps the newest
    /// [`askline_domain::logs::newest::MAX_NEWEST`].
    async fn record_reads(&self, batch: ReadBatch) -> StoreResult<Recorded>;
    /// The reads of all pages in a window, by day and crawler, in the order of [`CrawlerDay`].
    async fn crawler_days(&self, site: SiteId, window: Window) -> StoreResult<Vec<CrawlerDay>>;
    /// The reads of each page in a window, by crawler, in the order of the pages.
    async fn page_crawlers(&self, site: SiteId, window: Window) -> StoreResult<Vec<PageCrawler>>;
    /// The reads of one page in a window, by day and crawler, in the order of [`CrawlerDay`]. Costs a look-up for each day.
    async fn reads_of_page(&self, site: SiteId, page: &str, window: Window) -> StoreResult<Vec<CrawlerDay>>;
    /// The reads of each of these pages and folders in a window, in their order. Costs a look-up for each of them and each day.
    async fn reads_of_rows(&self, site: SiteId, rows: &[PageFilter], window: Window) -> StoreResult<Vec<PageReads>>;
    /// The state of each source of a site that has sent anything.
    async fn source_states(&self, site: SiteId) -> StoreResult<BTreeMap<LogSourceId, SourceState>>;
    /// The newest lines of a site that are not older than `since`, newest first, at most `limit`.
    async fn newest_lines(&self, site: SiteId, since: Timestamp, limit: u32) -> StoreResult<Vec<ReadLine>>;
    /// Removes lines from before `before`, at most `limit`; returns how many.
    async fn remove_old_lines(&self, before: Timestamp, limit: u32) -> StoreResult<u64>;
    /// Removes the counters of days before the day given for each site, and names of batches from before `batches`, at most about
    /// `limit` rows in total; returns how many.
    async fn remove_old_reads(&self, older: &[(SiteId, Day)], batches: Timestamp, limit: u32) -> StoreResult<u64>;
}
