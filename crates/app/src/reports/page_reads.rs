//! What crawlers read of the pages and folders of a list.

use std::collections::HashMap;

use askline_domain::{
    analytics::filter::PageFilter,
    logs::purpose::ReadPurpose,
    shared::{calendar::Window, ids::SiteId, rfc3339::Moment},
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::ports::{
    StoreResult,
    all::Ports,
    logs::crawler_reads::{CrawlerReadStore, PageReads},
};

/// How the path of a folder's row ends.
const ALL_BELOW: &str = "/**";

/// Reads that got a page, by what they were for, by the logs of the site's web servers. Refuted ones are not included.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "PageReads")]
pub struct PageReadCounts {
    /// Reads to train models that got the page.
    pub training: u64,
    /// Reads for an index that got the page.
    pub search: u64,
    /// Reads for a person that got the page.
    pub user: u64,
    /// Reads of agents that got the page.
    pub agent: u64,
}

/// The reads of the rows of a list; of none if the site has no log.
#[derive(Debug, Default)]
pub struct RowsReads(Option<HashMap<String, PageReads>>);

/// Whether a log source of the site has sent anything.
pub async fn has_log(store: &dyn CrawlerReadStore, site: SiteId) -> StoreResult<bool> {
    Ok(!store.source_states(site).await?.is_empty())
}

impl RowsReads {
    /// Reads those of rows with these paths.
    pub async fn read(ports: &Ports, site: SiteId, window: Window, paths: Vec<String>) -> StoreResult<Self> {
        if !has_log(&*ports.crawler_reads, site).await? {
            return Ok(Self::default());
        }
        let row = |path: &String| match path.strip_suffix(ALL_BELOW) {
            Some(folder) => PageFilter::Folder(folder.to_owned()),
            None => PageFilter::Page(path.clone()),
        };
        let rows: Vec<PageFilter> = paths.iter().map(row).collect();
        let reads = ports.crawler_reads.reads_of_rows(site, &rows, window).await?;
        Ok(Self(Some(paths.into_iter().zip(reads).collect())))
    }

    /// What was read of the row with this path, and when last; `None` without a log.
    pub fn of(&self, path: Option<&str>) -> (Option<PageReadCounts>, Option<Moment>) {
        let Some(reads) = self.0.as_ref().and_then(|rows| rows.get(path?)) else { return (None, None) };
        let of = |purpose| reads.answered.get(&purpose).copied().unwrap_or(0);
        let counts = PageReadCounts {
            training: of(ReadPurpose::Training),
            search: of(ReadPurpose::Search),
            user: of(ReadPurpose::User),
            agent: of(ReadPurpose::Agent),
        };
        (Some(counts), reads.last_at.map(Moment))
    }
}
