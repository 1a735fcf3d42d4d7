//! Warns that a domain was added before.
//!
//! Several sites may have one domain, so it is never refused.

use askline_domain::{shared::ids::SiteId, sites::Site};
use schemars::JsonSchema;
use serde::Serialize;

use super::{SiteDetail, SiteView};

/// A new site.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CreatedSite {
    /// The site with its widget configuration.
    #[serde(flatten)]
    pub detail: SiteDetail,
    /// What is allowed but may not be what was meant: other sites with the same domain, at most ten.
    #[schemars(extend("readOnly" = true))]
    pub warnings: Vec<SiteWarning>,
}

/// A site after a change.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct UpdatedSite {
    /// The site.
    #[serde(flatten)]
    pub site: SiteView,
    /// What is allowed but may not be what was meant: other sites with the same domain, if it was changed; at most ten.
    #[schemars(extend("readOnly" = true))]
    pub warnings: Vec<SiteWarning>,
}

/// Something about a site that is allowed but may not be what was meant.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteWarning {
    /// The field of the request that it is about.
    pub path: &'static str,
    /// A stable code: `DOMAIN_ALREADY_ADDED`. Later releases may add codes.
    pub code: &'static str,
    /// A sentence for people.
    pub message: String,
    /// The other site.
    pub site_id: SiteId,
}

/// A warning for each other site with the same domain.
pub(super) fn warnings_about(same_domain: &[Site]) -> Vec<SiteWarning> {
    let warning = |site: &Site| SiteWarning {
        path: "domain",
        code: "DOMAIN_ALREADY_ADDED",
        message: format!(
            "The site '{}' ({}) has the domain {} already. Each of the two sites has figures and a snippet of its own: keep \
             both only if you want to measure them separately.",
            site.name, site.id, site.domain
        ),
        site_id: site.id,
    };
    same_domain.iter().map(warning).collect()
}
