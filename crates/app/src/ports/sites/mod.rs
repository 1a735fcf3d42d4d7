//! Stored sites and their widget configurations.

pub mod alerts;
pub mod annotations;
pub mod install_probe;
pub mod page_texts;
pub mod shared_links;

use std::collections::BTreeMap;

use askline_domain::{
    audit::{Actor, AuditDraft},
    events::offered_ids::OfferedIds,
    pages::{canonical_parameters::CanonicalParameters, settings::PageSettings},
    prompts::Prompt,
    shared::{
        calendar::Day,
        ids::{OrgId, SiteId},
        paging::{Page, PageRequest},
    },
    sites::{
        InstallCheck, Site,
        missing_views::ConfigRequests,
        refused_origin::{OriginRefusals, RefusedOrigin},
    },
    widget::config::WidgetConfig,
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreResult;

/// The number of versions of a configuration that are kept.
pub const CONFIG_VERSIONS_KEPT: u32 = 50;

/// A configuration and its place in the history.
#[derive(Debug, Clone, PartialEq)]
pub struct ConfigVersion {
    /// Starts at 1 and rises by one with each change.
    pub version: u32,
    /// The configuration.
    pub config: WidgetConfig,
    /// When it was stored.
    pub created_at: Timestamp,
    /// Who stored it.
    pub actor: Actor,
}

/// The result of creating a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SiteCreation {
    /// Stored with its first configuration and its prompts.
    Created,
    /// The plan's limit of sites is reached; nothing was stored.
    LimitReached,
    /// The organization created [`askline_domain::organizations::bounds::MAX_SITES_MADE_A_DAY`] sites today; nothing was stored.
    DayLimitReached,
}

/// The result of a new configuration.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "one of these lives at a time, for one request")]
pub enum ConfigChange {
    /// Stored under this version.
    Stored(ConfigVersion),
    /// The current version is this one and not the expected one; nothing was stored.
    VersionMismatch(u32),
    /// There is no such site, or no such version to roll back to.
    Missing,
}

/// A time when the widget was seen on a page; sightings are stored in bulk.
#[derive(Debug, Clone, PartialEq)]
pub struct Sighting {
    /// The site.
    pub site: SiteId,
    /// The time.
    pub at: Timestamp,
    /// The page, without its query.
    pub url: String,
    /// The widget's version, if it was sent.
    pub widget_version: Option<String>,
    /// Whether it was in a browser that a program drives.
    pub automated: bool,
}

/// Sites and configurations.
#[async_trait]
pub trait SiteStore: Send + Sync + 'static {
    /// Stores a site with its first configuration (version 1) and prompts, unless the organization has `most_sites`.
    async fn create_site(
        &self,
        site: &Site,
        config: &WidgetConfig,
        prompts: &[Prompt],
        most_sites: Option<u32>,
        audit: AuditDraft,
    ) -> StoreResult<SiteCreation>;
    /// The sites of an organization, newest first; only those in `among` if given.
    async fn sites(&self, org: OrgId, among: Option<&[SiteId]>, page: PageRequest) -> StoreResult<Page<Site>>;
    /// The sites of an organization with this domain, with or without `www.`, oldest first; only those in `among` if given, and
    /// at most [`MAX_SAME_DOMAIN_NAMED`](askline_domain::sites::same_domain::MAX_SAME_DOMAIN_NAMED).
    async fn sites_of_domain(&self, org: OrgId, among: Option<&[SiteId]>, domain: &str) -> StoreResult<Vec<Site>>;
    /// One site with its current configuration, of any organization. Callers compare the organization.
    async fn site(&self, id: SiteId) -> StoreResult<Option<(Site, ConfigVersion)>>;
    /// Stores the settings of a site (name, domain, brand names, origins, time zone, note) and `updated_at`.
    async fn update_site(&self, site: &Site, audit: AuditDraft) -> StoreResult<bool>;
    /// Deletes a site: it is invisible from then on. [`super::organizations::OrganizationStore::remove_piece`] removes its rows and
    /// then adds it to [`Self::removed_sites`], so that the event store removes its events.
    async fn delete_site(&self, org: OrgId, id: SiteId, audit: AuditDraft) -> StoreResult<bool>;
    /// Deleted sites whose events may still exist, at most `most`.
    async fn removed_sites(&self, most: u32) -> StoreResult<Vec<SiteId>>;
    /// Records that the events of a deleted site are removed, too.
    async fn forget_removed_site(&self, id: SiteId) -> StoreResult<()>;
    /// Stores a configuration as the next version, if the current one is `expected` or none is expected.
    async fn put_config(
        &self,
        id: SiteId,
        expected: Option<u32>,
        config: &WidgetConfig,
        at: Timestamp,
        audit: AuditDraft,
    ) -> StoreResult<ConfigChange>;
    /// The kept versions, newest first.
    async fn config_versions(&self, id: SiteId) -> StoreResult<Vec<ConfigVersion>>;
    /// Stores the configuration of `version` again, as the next version.
    async fn roll_back_config(
        &self,
        id: SiteId,
        version: u32,
        expected: Option<u32>,
        at: Timestamp,
        audit: AuditDraft,
    ) -> StoreResult<ConfigChange>;
    /// The questions and prompts that the site has or had, to which events may refer.
    async fn offered_ids(&self, id: SiteId) -> StoreResult<OfferedIds>;
    /// Records the result of a check.
    async fn record_check(&self, id: SiteId, check: &InstallCheck, audit: AuditDraft) -> StoreResult<bool>;
    /// Adds the query parameters of canonical links that were read; returns all that are kept. Unknown sites are skipped.
    async fn record_canonical_parameters(
        &self,
        site: &Site,
        read: &CanonicalParameters,
    ) -> StoreResult<CanonicalParameters>;
    /// Stores the settings for pages and `updated_at` of a site that has had no event and has not changed since `before`; false otherwise.
    async fn set_first_pages(&self, before: &Site, site: &Site, audit: AuditDraft) -> StoreResult<bool>;
    /// Stores sightings. Unknown sites are skipped; times never move back.
    async fn record_sightings(&self, sightings: &[Sighting]) -> StoreResult<()>;
    /// Adds refused events to the counts of their origins. Unknown sites are skipped. For each site the latest
    /// [`MAX_REFUSED_ORIGINS`](askline_domain::sites::refused_origin::MAX_REFUSED_ORIGINS) are kept.
    async fn record_refused_origins(&self, refusals: &[OriginRefusals]) -> StoreResult<()>;
    /// The origins whose events a site refused, most refused first.
    async fn refused_origins(&self, id: SiteId) -> StoreResult<Vec<RefusedOrigin>>;
    /// Adds requests of configurations to the counts of their days. Unknown sites are skipped. For each site the latest
    /// [`REQUEST_DAYS_KEPT`](askline_domain::sites::missing_views::REQUEST_DAYS_KEPT) days are kept.
    async fn record_config_requests(&self, requests: &[ConfigRequests]) -> StoreResult<()>;
    /// How often widgets of readers asked for the configuration of a site, by day.
    async fn config_requests(&self, id: SiteId) -> StoreResult<BTreeMap<Day, i64>>;
    /// All sites with the number of days that their plan keeps raw events, for background jobs.
    async fn retention_days(&self) -> StoreResult<Vec<(SiteId, u32)>>;
    /// Which addresses are one page, for every site.
    async fn page_settings(&self) -> StoreResult<Vec<(SiteId, PageSettings)>>;
}
