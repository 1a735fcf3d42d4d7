//! Checks a site's own page from outside.

use askline_domain::{shared::ids::SiteId, sites::InstallProblem};
use async_trait::async_trait;
use url::Url;

/// What a check found on a site's page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProbedPage {
    /// What is wrong with the installation; `None` if the snippet of the site is there, once, and may run.
    pub problem: Option<InstallProblem>,
    /// The page's address and the address in its canonical link, if it has one and may be indexed.
    pub canonical: Option<(Url, Url)>,
}

/// Fetches a customer's page and looks for the snippet. Reaches only public addresses.
#[async_trait]
pub trait InstallProbe: Send + Sync + 'static {
    /// Looks at the home page of `domain` for the snippet of `site`.
    async fn probe(&self, domain: &str, site: SiteId) -> ProbedPage;
}
