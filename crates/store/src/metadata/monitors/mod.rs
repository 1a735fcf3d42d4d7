//! Monitors, their runs and citations. Nothing here asks an engine.

mod change_evidence;
mod citation_changes;
pub(super) mod citations;
mod cited_addresses;
pub(crate) mod closing;
mod competitors;
mod in_change;
mod new_readings;
mod past_answers;
mod rows;
mod run_rows;
mod runs;
pub(crate) mod summing;
mod sums;

use askline_app::ports::{
    StoreResult,
    monitors::{MonitorState, MonitorStore},
};
use askline_domain::{
    citations::competitor::Competitor,
    monitors::MAX_MONITORS_PER_SITE,
    shared::{
        ids::{MonitorId, SiteId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;

use self::rows::read_monitor;
use super::MetadataStore;
use crate::sql::{rows::page_bound, sql};

#[async_trait]
impl MonitorStore for MetadataStore {
    async fn monitor(&self, site: SiteId, id: MonitorId) -> StoreResult<Option<MonitorState>> {
        let row = sql("SELECT * FROM monitors WHERE id = $1 AND site_id = $2 AND is_removed = 0")
            .bind(id)
            .bind(site)
            .fetch_optional(&self.inner.read)
            .await?;
        let Some(row) = row else { return Ok(None) };
        Ok(runs::with_last_runs(self, vec![read_monitor(&row)?]).await?.pop())
    }

    async fn monitors(&self, site: SiteId, page: PageRequest) -> StoreResult<Page<MonitorState>> {
        let page =
            sql("SELECT * FROM monitors WHERE site_id = $1 AND id < $2 AND is_removed = 0 ORDER BY id DESC LIMIT $3")
                .bind(site)
                .bind(page_bound::<MonitorId>(page))
                .page(&self.inner.read, page, read_monitor)
                .await?;
        Ok(Page { items: runs::with_last_runs(self, page.items).await?, has_more: page.has_more })
    }

    async fn competitors(&self, site: SiteId) -> StoreResult<Vec<Competitor>> {
        let lists =
            sql("SELECT id, competitors FROM monitors WHERE site_id = $1 AND is_removed = 0 ORDER BY id DESC LIMIT $2")
                .bind(site)
                .bind(i64::from(MAX_MONITORS_PER_SITE))
                .all(&self.inner.read, rows::read_competitors)
                .await?;
        Ok(Competitor::merged(lists))
    }
}
