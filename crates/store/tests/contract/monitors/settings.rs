//! Changes of monitors by the use cases, with records that a test chooses.

use askline_app::{monitors, ports::StoreResult};
use askline_domain::{
    audit::AuditDraft,
    monitors::Monitor,
    shared::ids::{MonitorId, SiteId},
};
use async_trait::async_trait;

use crate::backend::Metadata;

#[async_trait]
pub trait MonitorChanges {
    async fn create_monitor(&self, monitor: &Monitor, entry: AuditDraft) -> StoreResult<bool>;
    async fn update_monitor(&self, read: &Monitor, monitor: &Monitor, entry: AuditDraft) -> StoreResult<bool>;
    async fn delete_monitor(&self, site: SiteId, id: MonitorId, entry: AuditDraft) -> StoreResult<bool>;
}

#[async_trait]
impl<S: Metadata> MonitorChanges for S {
    async fn create_monitor(&self, monitor: &Monitor, entry: AuditDraft) -> StoreResult<bool> {
        monitors::add(self, monitor, entry).await
    }

    async fn update_monitor(&self, read: &Monitor, monitor: &Monitor, entry: AuditDraft) -> StoreResult<bool> {
        monitors::put(self, read, monitor, entry).await
    }

    async fn delete_monitor(&self, site: SiteId, id: MonitorId, entry: AuditDraft) -> StoreResult<bool> {
        monitors::remove(self, (site, id), entry).await
    }
}
