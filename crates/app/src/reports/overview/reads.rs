//! The panel of what crawlers read, by the log of the site's server.

use askline_domain::{
    analytics::panel::{Panel, sums},
    logs::evidence::Evidence,
    shared::ids::SiteId,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    ports::{StoreResult, all::Ports},
    reports::question::Question,
};

/// Reads by crawler.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "OverviewRead")]
pub struct ReadsRow {
    /// The crawler's name.
    pub crawler: String,
    /// Its reads.
    pub reads: i64,
}

/// Reads the panel; `None` if no log source ever sent anything. No read belongs to a platform that readers use.
pub(super) async fn of_crawlers(
    ports: &Ports,
    site: SiteId,
    question: &Question,
) -> StoreResult<Option<Panel<ReadsRow>>> {
    if ports.crawler_reads.source_states(site).await?.is_empty() {
        return Ok(None);
    }
    let rows: Vec<(String, u64)> = match &question.filter {
        filter if filter.platform.is_some() => Vec::new(),
        filter => match &filter.page {
            None => {
                let days = ports.crawler_reads.crawler_days(site, question.window).await?;
                let real = days.into_iter().filter(|row| row.evidence != Evidence::Refuted);
                real.map(|row| (row.crawler, row.reads)).collect()
            }
            Some(page) => {
                let pages = ports.crawler_reads.page_crawlers(site, question.window).await?;
                let of_page = pages.into_iter().filter(|row| page.admits(&row.page));
                of_page.map(|row| (row.crawler, row.answered + row.unanswered)).collect()
            }
        },
    };
    let counts = rows.into_iter().map(|(crawler, reads)| (crawler, i64::try_from(reads).unwrap_or(i64::MAX)));
    let rows = sums(counts).into_iter().map(|(crawler, reads)| ReadsRow { crawler, reads });
    Ok(Some(Panel::largest(rows, |row| (row.reads, 0))))
}
