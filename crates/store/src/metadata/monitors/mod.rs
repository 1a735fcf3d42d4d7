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
    changes::Subject,
    monitors::{MonitorCreation, MonitorState, MonitorStore},
};
use askline_domain::{
    audit::AuditDraft,
    citations::competitor::Competitor,
    monitors::{MAX_MONITORS_PER_SITE, Monitor},
    shared::{
        ids::{MonitorId, SiteId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;

use self::rows::read_monitor;
use super::{MetadataStore, changes::scope::Scope};
use crate::sql::{rows::page_bound, sql};

#[async_trait]
impl MonitorStore for MetadataStore {
    async fn create_monitor(&self, monitor: &Monitor, audit: AuditDraft) -> StoreResult<MonitorCreation> {
        let mut change = self.begin([Scope::of(&audit)]).await?;
        let counting = "SELECT COUNT(*) FROM monitors WHERE site_id = $1 AND is_removed = 0";
        if change.is_full(counting, monitor.site_id, MAX_MONITORS_PER_SITE).await? {
            return Ok(MonitorCreation::LimitReached);
        }
        let insertion = rows::bound(
            "INSERT INTO monitors (id, site_id, query, engines, cadence, samples_per_run, region, language, \
             competitors, enabled, next_run_ms, updated_ms, archived_ms, created_ms) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
            monitor,
        )?;
        insertion.bind(monitor.created_at).execute(change.connection()).await?;
        change.concerns(Subject::Site(monitor.site_id));
        change.commit_with(audit).await?;
        Ok(MonitorCreation::Created)
    }

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

    async fn update_monitor(&self, read: &Monitor, monitor: &Monitor, audit: AuditDraft) -> StoreResult<bool> {
        // The schedule may have started a run since the monitor was read; a run that was due then is not due again.
        let update = rows::bound(
            "UPDATE monitors SET query = $3, engines = $4, cadence = $5, samples_per_run = $6, region = $7, \
             language = $8, competitors = $9, enabled = $10, \
             next_run_ms = CASE WHEN cadence = $5 AND enabled = $10 AND (archived_ms IS NULL) = ($13 IS NULL) \
             THEN next_run_ms ELSE $11 END, updated_ms = $12, archived_ms = $13 \
             WHERE id = $1 AND site_id = $2 AND updated_ms = $14 AND is_removed = 0",
            monitor,
        )?;
        let update = update.bind(read.updated_at);
        self.write_with(update, Subject::Site(monitor.site_id), audit).await
    }

    async fn delete_monitor(&self, site: SiteId, id: MonitorId, audit: AuditDraft) -> StoreResult<bool> {
        let mut change = self.begin([Scope::of(&audit)]).await?;
        // A server of an earlier release, which does not know the mark, starts no run of it either.
        let marked = sql("UPDATE monitors SET is_removed = 1, enabled = 0, next_run_ms = NULL \
             WHERE id = $1 AND site_id = $2 AND is_removed = 0")
        .bind(id)
        .bind(site)
        .execute(change.connection())
        .await?;
        if marked == 0 {
            return Ok(false);
        }
        // The job of the run in progress then finds nothing to do, and fails. All other rows are removed in pieces.
        sql("DELETE FROM monitor_runs WHERE monitor_id = $1 AND finished_ms IS NULL")
            .bind(id)
            .execute(change.connection())
            .await?;
        change.concerns(Subject::Site(site));
        change.commit_with(audit).await?;
        Ok(true)
    }
}
