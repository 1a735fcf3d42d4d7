//! Changes of sites by the use cases, with records and times that a test chooses.

use askline_app::{
    error::{Limit, UseCaseError},
    ports::{StoreResult, sites::Sighting},
    sites::{
        self, PreparedSite, seen_widgets,
        widget_config::{self, Wanted},
    },
};
use askline_domain::{
    audit::AuditDraft,
    prompts::Prompt,
    shared::ids::{OrgId, SiteId},
    sites::{InstallCheck, Site},
    widget::config::WidgetConfig,
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::backend::{Metadata, unexpected};

pub use askline_app::sites::widget_config::ConfigChange;

/// The result of creating a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SiteCreation {
    Created,
    LimitReached,
    DayLimitReached,
}

#[async_trait]
pub trait SiteChanges {
    async fn create_site(
        &self,
        site: &Site,
        config: &WidgetConfig,
        prompts: &[Prompt],
        most: Option<u32>,
        entry: AuditDraft,
    ) -> StoreResult<SiteCreation>;
    async fn update_site(&self, site: &Site, entry: AuditDraft) -> StoreResult<bool>;
    async fn delete_site(&self, org: OrgId, id: SiteId, entry: AuditDraft) -> StoreResult<bool>;
    /// Stores a configuration at `at`.
    async fn put_config(
        &self,
        id: SiteId,
        expected: Option<u32>,
        config: &WidgetConfig,
        at: Timestamp,
        entry: AuditDraft,
    ) -> StoreResult<ConfigChange>;
    /// Stores an earlier configuration again at `at`.
    async fn roll_back_config(
        &self,
        id: SiteId,
        version: u32,
        expected: Option<u32>,
        at: Timestamp,
        entry: AuditDraft,
    ) -> StoreResult<ConfigChange>;
    async fn record_check(&self, id: SiteId, check: &InstallCheck, entry: AuditDraft) -> StoreResult<bool>;
    /// Stores sightings, and tells what follows from them.
    async fn see(&self, sightings: &[Sighting]) -> StoreResult<()>;
    async fn tell_stale_sites(&self, now: Timestamp, most: u32) -> StoreResult<u64>;
}

#[async_trait]
impl<S: Metadata> SiteChanges for S {
    async fn create_site(
        &self,
        site: &Site,
        config: &WidgetConfig,
        prompts: &[Prompt],
        most: Option<u32>,
        entry: AuditDraft,
    ) -> StoreResult<SiteCreation> {
        let prepared = PreparedSite { site: site.clone(), config: config.clone(), prompts: prompts.to_vec() };
        match sites::add(self, &prepared, most, entry).await {
            Ok(true) => Ok(SiteCreation::Created),
            Ok(false) => Ok(SiteCreation::LimitReached),
            Err(UseCaseError::LimitReached(Limit::SitesMadeToday)) => Ok(SiteCreation::DayLimitReached),
            Err(error) => unexpected(error),
        }
    }

    async fn update_site(&self, site: &Site, entry: AuditDraft) -> StoreResult<bool> {
        sites::put(self, site, entry).await
    }

    async fn delete_site(&self, org: OrgId, id: SiteId, entry: AuditDraft) -> StoreResult<bool> {
        sites::remove(self, (org, id), entry).await
    }

    async fn put_config(
        &self,
        id: SiteId,
        expected: Option<u32>,
        config: &WidgetConfig,
        at: Timestamp,
        entry: AuditDraft,
    ) -> StoreResult<ConfigChange> {
        widget_config::put(self, id, expected, Wanted::New(config), AuditDraft { occurred_at: at, ..entry }).await
    }

    async fn roll_back_config(
        &self,
        id: SiteId,
        version: u32,
        expected: Option<u32>,
        at: Timestamp,
        entry: AuditDraft,
    ) -> StoreResult<ConfigChange> {
        widget_config::put(self, id, expected, Wanted::Earlier(version), AuditDraft { occurred_at: at, ..entry }).await
    }

    async fn record_check(&self, id: SiteId, check: &InstallCheck, entry: AuditDraft) -> StoreResult<bool> {
        seen_widgets::record_check(self, id, check, entry).await
    }

    async fn see(&self, sightings: &[Sighting]) -> StoreResult<()> {
        seen_widgets::record_sightings(self, sightings).await
    }

    async fn tell_stale_sites(&self, now: Timestamp, most: u32) -> StoreResult<u64> {
        seen_widgets::tell_stale(self, now, most).await
    }
}
