//! What crawlers read, by the logs of a site's web servers.
//!
//! Refuted reads are in no total but their own. Purposes are never added to each other, except in `reads`.

mod by_crawler;
mod disallowed;
mod of_page;
mod pages;
mod question;
mod totals;

use askline_domain::{
    pages::{identity::PageAddresses, robots_txt::RobotsFile},
    shared::{ids::SiteId, rfc3339::Moment},
};
use jiff::tz::TimeZone;
use schemars::JsonSchema;
use serde::Serialize;

use self::by_crawler::Beside;
pub use self::{
    by_crawler::CrawlerReads,
    pages::{PageCounts, ReadPage},
    question::{PageChoice, ReadsQuestion},
    totals::{ReadDay, ReadTotals},
};
use crate::{
    logs::{AddressListState, ListsInUse},
    ports::{StoreResult, all::Ports, logs::crawler_reads::CrawlerDay},
    present_fields::every_field_present,
};

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
    /// When the site's `robots.txt` was last read, for `disallowed`; null before the first time.
    pub robots_read_at: Option<Moment>,
    /// When a source last sent lines, whatever they were; null if none ever did.
    pub last_batch_at: Option<Moment>,
}

/// The crawlers that the server refused up to the end of these rows.
pub fn refused_crawlers(rows: &[CrawlerDay]) -> Vec<CrawlerReads> {
    let mut crawlers = by_crawler::of(rows, &Beside::default());
    crawlers.retain(|crawler| crawler.refused_since.is_some());
    crawlers
}

/// Reads the report.
pub async fn read(
    ports: &Ports,
    (site, zone, addresses): (SiteId, &TimeZone, &PageAddresses),
    lists: &ListsInUse,
    asked: &ReadsQuestion,
) -> StoreResult<ReadsReport> {
    let all = async |window| match &asked.page {
        Some(page) => ports.crawler_reads.reads_of_page(site, page, window).await,
        None => ports.crawler_reads.crawler_days(site, window).await,
    };
    let wanted = |mut rows: Vec<CrawlerDay>| {
        rows.retain(|row| asked.wants(row));
        rows
    };
    let rows = all(asked.window).await?;
    let previous = match asked.before {
        Some(before) => Some(ReadTotals::of(&wanted(all(before).await?))),
        None => None,
    };
    let read_pages = match &asked.page {
        Some(page) => of_page::by_crawler(page, &rows),
        None => ports.crawler_reads.page_crawlers(site, asked.window).await?,
    };
    let rows = wanted(rows);
    let robots = ports.robots_files.robots_file(site).await?;
    let file = robots.as_ref().map(|stored| RobotsFile::parse(&stored.body));
    let beside = Beside {
        pages: &read_pages,
        lists: Some(&lists.lists),
        disallowed: file.as_ref().and_then(|file| disallowed::of(file, &read_pages)),
    };
    let by_crawler = by_crawler::of(&rows, &beside);
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
        robots_read_at: robots.map(|stored| Moment(stored.read_at)),
        last_batch_at: states.values().filter_map(|state| state.last_batch_at).max().map(Moment),
    })
}
