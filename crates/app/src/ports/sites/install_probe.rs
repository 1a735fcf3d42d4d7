//! Checks a site's own page from outside.

use askline_domain::{pages::engine_limits::EngineLimits, shared::ids::SiteId, sites::InstallProblem};
use async_trait::async_trait;
use url::Url;

/// What a check found on a site's page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProbedPage {
    /// What is wrong with the installation; `None` if the snippet of the site is there, once, and may run.
    pub problem: Option<InstallProblem>,
    /// The page's address and the address in its canonical link, if it has one and may be indexed.
    pub canonical: Option<(Url, Url)>,
    /// What the site's server says to engines.
    pub says: SaysToEngines,
}

/// What a site's server says to the crawlers of engines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SaysToEngines {
    /// `robots.txt`; empty if the site has none, `None` if that cannot be known.
    pub robots: Option<String>,
    /// Each page that was to be looked at, by its path, with what its directives forbid; `None` if it could not be read.
    pub pages: Vec<(String, Option<EngineLimits>)>,
}

/// Fetches a customer's page and looks for the snippet. Reaches only public addresses.
#[async_trait]
pub trait InstallProbe: Send + Sync + 'static {
    /// Looks at the home page of `domain` for the snippet of `site`, and at what it says to engines on that page and the pages with
    /// these paths.
    async fn probe(&self, domain: &str, site: SiteId, others: &[String]) -> ProbedPage;
}
