//! What crawlers read, in `events.db`: counted by the writer's thread, read by its readers.

mod lines;
mod merging;
mod reading;
mod writing;

use std::collections::BTreeMap;

use askline_app::ports::{
    StoreResult,
    logs::crawler_reads::{CrawlerDay, CrawlerReadStore, PageCrawler, PageReads, ReadBatch, Recorded, SourceState},
};
use askline_domain::{
    analytics::filter::PageFilter,
    logs::newest::ReadLine,
    shared::{
        calendar::{Day, Window},
        ids::{LogSourceId, SiteId},
    },
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::EventDatabase;
use crate::sql::rows::rusqlite_error;

#[async_trait]
impl CrawlerReadStore for EventDatabase {
    async fn record_reads(&self, batch: ReadBatch) -> StoreResult<Recorded> {
        self.on_writer(move |writer| {
            let recorded = writer.transaction(|_, connection| writing::record(connection, &batch))?;
            writer.touched(batch.site);
            Ok(recorded)
        })
        .await
    }

    async fn crawler_days(&self, site: SiteId, window: Window) -> StoreResult<Vec<CrawlerDay>> {
        self.readers.ask_slowly(move |connection| reading::days(connection, site, window).map_err(rusqlite_error)).await
    }

    async fn page_crawlers(&self, site: SiteId, window: Window) -> StoreResult<Vec<PageCrawler>> {
        self.readers
            .ask_slowly(move |connection| reading::pages(connection, site, window).map_err(rusqlite_error))
            .await
    }

    async fn reads_of_page(&self, site: SiteId, page: &str, window: Window) -> StoreResult<Vec<CrawlerDay>> {
        let page = page.to_owned();
        self.readers
            .ask_slowly(move |connection| reading::of_page(connection, site, &page, window).map_err(rusqlite_error))
            .await
    }

    async fn reads_of_rows(&self, site: SiteId, rows: &[PageFilter], window: Window) -> StoreResult<Vec<PageReads>> {
        let rows = rows.to_vec();
        self.readers
            .ask_slowly(move |connection| reading::of_rows(connection, site, &rows, window).map_err(rusqlite_error))
            .await
    }

    async fn source_states(&self, site: SiteId) -> StoreResult<BTreeMap<LogSourceId, SourceState>> {
        self.readers.ask(|connection| reading::states(connection, site).map_err(rusqlite_error))
    }

    async fn newest_lines(&self, site: SiteId, since: Timestamp, limit: u32) -> StoreResult<Vec<ReadLine>> {
        self.readers
            .ask_slowly(move |connection| lines::newest(connection, site, since, limit).map_err(rusqlite_error))
            .await
    }

    async fn remove_old_lines(&self, before: Timestamp, limit: u32) -> StoreResult<u64> {
        self.write(move |_, connection| lines::remove(connection, before, limit)).await
    }

    async fn remove_old_reads(&self, older: &[(SiteId, Day)], batches: Timestamp, limit: u32) -> StoreResult<u64> {
        let mut removed = self.write(move |_, connection| writing::forget_batches(connection, batches, limit)).await?;
        for (site, before) in older.iter().copied() {
            while removed < u64::from(limit) {
                let some = self.write(move |_, connection| writing::remove_day(connection, site, before)).await?;
                removed += some;
                if some == 0 {
                    break;
                }
            }
        }
        Ok(removed)
    }
}
