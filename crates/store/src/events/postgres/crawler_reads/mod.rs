//! What crawlers read, on PostgreSQL.

mod lines;
mod merging;
mod reading;
mod removal;
mod writing;

use std::{collections::BTreeMap, sync::Arc};

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
use futures_util::FutureExt as _;
use jiff::Timestamp;

use super::EventServer;
use crate::sql::rows::store_error;

#[async_trait]
impl CrawlerReadStore for EventServer {
    async fn record_reads(&self, batch: ReadBatch) -> StoreResult<Recorded> {
        let (site, batch) = (batch.site, Arc::new(batch));
        let recorded =
            self.inner.change(move |connection| writing::record(connection, Arc::clone(&batch)).boxed()).await?;
        self.inner.revisions.raise([site]);
        Ok(recorded)
    }

    async fn crawler_days(&self, site: SiteId, window: Window) -> StoreResult<Vec<CrawlerDay>> {
        let _room = self.inner.room().await?;
        let reading = self.inner.reading().await?;
        reading.ask(async |connection| reading::days(connection, site, window).await.map_err(store_error)).await
    }

    async fn page_crawlers(&self, site: SiteId, window: Window) -> StoreResult<Vec<PageCrawler>> {
        let _room = self.inner.room().await?;
        let reading = self.inner.reading().await?;
        reading.ask(async |connection| reading::pages(connection, site, window).await.map_err(store_error)).await
    }

    async fn reads_of_page(&self, site: SiteId, page: &str, window: Window) -> StoreResult<Vec<CrawlerDay>> {
        let _room = self.inner.room().await?;
        let reading = self.inner.reading().await?;
        reading
            .ask(async |connection| reading::of_page(connection, site, page, window).await.map_err(store_error))
            .await
    }

    async fn reads_of_rows(&self, site: SiteId, rows: &[PageFilter], window: Window) -> StoreResult<Vec<PageReads>> {
        let _room = self.inner.room().await?;
        let reading = self.inner.reading().await?;
        reading
            .ask(async |connection| reading::of_rows(connection, site, rows, window).await.map_err(store_error))
            .await
    }

    async fn source_states(&self, site: SiteId) -> StoreResult<BTreeMap<LogSourceId, SourceState>> {
        let reading = self.inner.reading().await?;
        reading.ask(async |connection| reading::states(connection, site).await.map_err(store_error)).await
    }

    async fn newest_lines(&self, site: SiteId, since: Timestamp, limit: u32) -> StoreResult<Vec<ReadLine>> {
        let reading = self.inner.reading().await?;
        reading.ask(async |connection| lines::newest(connection, site, since, limit).await.map_err(store_error)).await
    }

    async fn remove_old_lines(&self, before: Timestamp, limit: u32) -> StoreResult<u64> {
        self.inner.change(move |connection| lines::remove(connection, before, limit).boxed()).await
    }

    async fn remove_old_reads(&self, older: &[(SiteId, Day)], batches: Timestamp, limit: u32) -> StoreResult<u64> {
        self.inner.remove_old_reads(older, batches, limit).await
    }
}
