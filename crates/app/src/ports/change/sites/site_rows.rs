//! Rows of sites and of their configurations in a change.

use askline_domain::{
    organizations::ledger::CreditPeriod,
    shared::ids::{OrgId, SiteId},
    sites::{InstallCheck, Site, credit_bound::SiteCredits},
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::{StoreResult, sites::config_version::ConfigVersion};

/// Rows of sites. The change must lock [`crate::ports::change::Scope::Organization`]. A site that was deleted, or whose organization
/// was, does not exist.
#[async_trait]
pub trait SiteRows: Send {
    /// A site.
    async fn site(&mut self, id: SiteId) -> StoreResult<Option<Site>>;
    /// The number of sites of an organization.
    async fn count_sites(&mut self, org: OrgId) -> StoreResult<u32>;
    /// Stores a new site, which needs its first configuration in the same change.
    async fn insert_site(&mut self, site: &Site) -> StoreResult<()>;
    /// Stores the settings of a site and when they changed; returns false if its organization has no such site.
    async fn put_site(&mut self, site: &Site) -> StoreResult<bool>;
    /// Deletes a site, and removes it from the lists of sites of members, invitations, service accounts, connected apps, and keys
    /// that are active at `at`; returns false if the organization has no such site. Its rows are removed later.
    async fn remove_site(&mut self, org: OrgId, id: SiteId, at: Timestamp) -> StoreResult<bool>;
    /// The number of a site's current configuration, which need not be readable.
    async fn current_config(&mut self, id: SiteId) -> StoreResult<Option<u32>>;
    /// A version of a site's configuration that is kept.
    async fn kept_config(&mut self, id: SiteId, version: u32) -> StoreResult<Option<ConfigVersion>>;
    /// Stores a version of a site's configuration, and forgets those beyond [`crate::ports::sites::CONFIG_VERSIONS_KEPT`].
    async fn insert_config(&mut self, id: SiteId, config: &ConfigVersion) -> StoreResult<()>;
    /// What a site has used of its own limit of credits in a month; `None` if it has no limit.
    async fn site_credits(&mut self, org: OrgId, id: SiteId, month: CreditPeriod) -> StoreResult<Option<SiteCredits>>;
    /// Notes that the team was told about a month; returns the site.
    async fn mark_credits_told(&mut self, id: SiteId, month: CreditPeriod) -> StoreResult<Option<Site>>;
    /// Stores the result of a check; returns false if there is no such site.
    async fn put_check(&mut self, id: SiteId, check: &InstallCheck) -> StoreResult<bool>;
    /// Notes that the widget was reported as seen; returns the site, or `None` if that is what was reported last.
    async fn mark_installed(&mut self, id: SiteId) -> StoreResult<Option<ToldSite>>;
    /// Notes that the widget was reported as no longer seen; returns the site, or `None` if it was seen since `unseen_since`, or if
    /// that is what was reported last.
    async fn mark_stale(&mut self, id: SiteId, unseen_since: Timestamp) -> StoreResult<Option<Site>>;
}

/// A site whose widget was reported as seen.
#[derive(Debug, Clone, PartialEq)]
pub struct ToldSite {
    /// The site.
    pub site: Site,
    /// Whether it was reported as no longer seen before.
    pub was_stale: bool,
}
