//! What crawlers read, by the logs of a site's web servers.
//!
//! Refuted reads are in no total but their own. Purposes are never added to each other, except in `reads`.

mod by_crawler;
mod pages;
mod totals;

use askline_domain::{
    logs::{evidence::Evidence, purpose::ReadPurpose},
    pages::identity::PageAddresses,
    shared::{calendar::Window, ids::SiteId, rfc3339::Moment},
};
use jiff::tz::TimeZone;
use schemars::JsonSchema;
use serde::Serialize;

pub use self::{
    by_crawler::CrawlerReads,
    pages::{PageChoice, PageCounts, ReadPage},
    totals::{ReadDay, ReadTotals},
};
use crate::{
    logs::{AddressListState, ListsInUse},
    ports::{StoreResult, all::Ports, crawler_reads::CrawlerDay},
    present_fields::every_field_present,
};

/// A question about what crawlers read.
#[derive(Debug, Clone)]
pub struct ReadsQuestion {
    /// The days.
    pub window: Window,
    /// The window to compare with, if any.
    pub before: Option<Window>,
    /// Only reads for this purpose.
    pub purpose: Option<ReadPurpose>,
    /// Only reads with this evidence.
    pub evidence: Option<Evidence>,
    /// Only reads of this crawler.
    pub crawler: Option<String>,
    /// Which pages are listed.
    pub pages: PageChoice,
    /// The maximum number of pages that are listed.
    pub limit: usize,
}

/// What crawlers read on a site.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct ReadsReport {
    /// Sums over all crawlers and pages.
    pub totals: ReadTotals,
    /// The sums of the previous period, which has the same length; null unless requested.
    pub previous: Option<ReadTotals>,
    /// The reads of each day of the period, oldest first.
    pub series: Vec<ReadDay>,
    /// Each crawler and purpose, most reads first; refuted reads are counted there alone.
    pub by_crawler: Vec<CrawlerReads>,
    /// The pages of the requested list, most reads first.
    pub pages: Vec<ReadPage>,
    /// How many pages each list has.
    pub page_counts: PageCounts,
    /// How old the lists of addresses are that decide what is verified.
    pub address_lists: AddressListState,
    /// When a source last sent lines, whatever they were; null if none ever did.
    pub last_batch_at: Option<Moment>,
}

impl ReadsQuestion {
    fn wants(&self, row: &CrawlerDay) -> bool {
        self.purpose.is_none_or(|purpose| purpose == row.purpose)
            && self.evidence.is_none_or(|evidence| evidence == row.evidence)
            && self.crawler.as_deref().is_none_or(|crawler| crawler == row.crawler)
    }
}

/// Reads the report.
pub async fn read(
    ports: &Ports,
    (site, zone, addresses): (SiteId, &TimeZone, &PageAddresses),
    lists: &ListsInUse,
    asked: &ReadsQuestion,
) -> StoreResult<ReadsReport> {
    let wanted = async |window| -> StoreResult<Vec<CrawlerDay>> {
        let mut rows = ports.crawler_reads.crawler_days(site, window).await?;
        rows.retain(|row| asked.wants(row));
        Ok(rows)
    };
    let rows = wanted(asked.window).await?;
    let previous = match asked.before {
        Some(before) => Some(ReadTotals::of(&wanted(before).await?)),
        None => None,
    };
    let read_pages = ports.crawler_reads.page_crawlers(site, asked.window).await?;
    let by_crawler = by_crawler::of(&rows, &read_pages);
    let (pages, page_counts) = pages::read(ports, (site, zone, addresses), asked, read_pages).await?;
    let states = ports.crawler_reads.source_states(site).await?;
    Ok(ReadsReport {
        totals: ReadTotals::of(&rows),
        previous,
        series: totals::by_day(&rows, asked.window),
        by_crawler,
        pages,
        page_counts,
        address_lists: lists.state(),
        last_batch_at: states.values().filter_map(|state| state.last_batch_at).max().map(Moment),
    })
}
