//! Stored sites and their widget configurations.

pub mod alerts;
pub mod annotations;
pub mod config_version;
pub mod install_probe;
pub mod outages;
pub mod page_texts;
pub mod shared_links;

use std::collections::BTreeMap;

use askline_domain::{
    events::offered_ids::OfferedIds,
    pages::{canonical_parameters::CanonicalParameters, settings::PageSettings},
    shared::{
        calendar::Day,
        ids::{OrgId, SiteId},
        paging::{Page, PageRequest},
    },
    sites::{
        Site,
        refused_origin::{OriginRefusals, RefusedOrigin},
    },
    widget::missing_views::ConfigRequests,
};
use async_trait::async_trait;
use jiff::Timestamp;

pub use self::config_version::{CONFIG_VERSIONS_KEPT, ConfigVersion};
use super::{StoreResult, change::BeginChange};

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

/// Sites and configurations. What changes them is in [`crate::ports::change::SiteRows`].
#[async_trait]
pub trait SiteStore: BeginChange {
    /// The sites of an organization, newest first; only those in `among` if given.
    async fn sites(&self, org: OrgId, among: Option<&[SiteId]>, page: PageRequest) -> StoreResult<Page<Site>>;
    /// The sites of an organization with this domain, with or without `www.`, oldest first; only those in `among` if given, and
    /// at most [`MAX_SAME_DOMAIN_NAMED`](askline_domain::sites::same_domain::MAX_SAME_DOMAIN_NAMED).
    async fn sites_of_domain(&self, org: OrgId, among: Option<&[SiteId]>, domain: &str) -> StoreResult<Vec<Site>>;
    /// One site with its current configuration, of any organization. Callers compare the organization.
    async fn site(&self, id: SiteId) -> StoreResult<Option<(Site, ConfigVersion)>>;
    /// Deleted sites whose events may still exist, at most `most`.
    async fn removed_sites(&self, most: u32) -> StoreResult<Vec<SiteId>>;
    /// Records that the events of a deleted site are removed, too.
    async fn forget_removed_site(&self, id: SiteId) -> StoreResult<()>;
    /// The kept versions, newest first.
    async fn config_versions(&self, id: SiteId) -> StoreResult<Vec<ConfigVersion>>;
    /// The questions and prompts that the site has or had, to which events may refer.
    async fn offered_ids(&self, id: SiteId) -> StoreResult<OfferedIds>;
    /// Adds the query parameters of canonical links that were read; returns all that are kept. Unknown sites are skipped.
    async fn record_canonical_parameters(
        &self,
        site: &Site,
        read: &CanonicalParameters,
    ) -> StoreResult<CanonicalParameters>;
    /// Stores sightings. Unknown sites are skipped; times never move back. Returns the sites whose widget is not reported as seen,
    /// each with its organization and the time.
    async fn record_sightings(&self, sightings: &[Sighting]) -> StoreResult<Vec<(SiteId, OrgId, Timestamp)>>;
    /// Sites whose widget was reported as seen and is not seen since `unseen_since`, at most `most`, with their organizations.
    async fn unseen_sites(&self, unseen_since: Timestamp, most: u32) -> StoreResult<Vec<(OrgId, SiteId)>>;
    /// Adds refused events to the counts of their origins. Unknown sites are skipped. For each site the latest
    /// [`MAX_REFUSED_ORIGINS`](askline_domain::sites::refused_origin::MAX_REFUSED_ORIGINS) are kept.
    async fn record_refused_origins(&self, refusals: &[OriginRefusals]) -> StoreResult<()>;
    /// The origins whose events a site refused, most refused first.
    async fn refused_origins(&self, id: SiteId) -> StoreResult<Vec<RefusedOrigin>>;
    /// Adds requests of configurations to the counts of their days. Unknown sites are skipped. For each site the latest
    /// [`REQUEST_DAYS_KEPT`](askline_domain::widget::missing_views::REQUEST_DAYS_KEPT) days are kept.
    async fn record_config_requests(&self, requests: &[ConfigRequests]) -> StoreResult<()>;
    /// How often widgets of readers asked for the configuration of a site, by day.
    async fn config_requests(&self, id: SiteId) -> StoreResult<BTreeMap<Day, i64>>;
    /// All sites with the number of days that their plan keeps raw events, for background jobs.
    async fn retention_days(&self) -> StoreResult<Vec<(SiteId, u32)>>;
    /// Which addresses are one page, for every site.
    async fn page_settings(&self) -> StoreResult<Vec<(SiteId, PageSettings)>>;
}
