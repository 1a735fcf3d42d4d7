//! Checks a site's own page from outside.

use askline_domain::{shared::ids::SiteId, sites::InstallProblem};
use async_trait::async_trait;

/// Fetches a customer's page and looks for the snippet. Reaches only public addresses.
#[async_trait]
pub trait InstallProbe: Send + Sync + 'static {
    /// What is wrong with the installation on `domain`; `None` if the snippet of `site` is there, once, and may run.
    async fn probe(&self, domain: &str, site: SiteId) -> Option<InstallProblem>;
}
