//! `POST /sites/:id/verify`: looks for the snippet on the site's own page.

use askline_app::{
    canonical_links,
    ports::{again::again_if_rolled_back, sites::install_probe::ProbedPage},
    reports::citable::{self, CitationCheck},
    sites::seen_widgets::record_check,
};
use askline_domain::{audit::Target, shared::calendar::Day, sites::InstallCheck};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::SiteView;
use crate::pipeline::handling::{ApiError, Call, Input, Reply, SiteAccess};

/// A site after its page was looked at.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VerifiedSite {
    /// The site.
    #[serde(flatten)]
    pub site: SiteView,
    /// What would keep an engine from citing the site: each check and what it found. It is not stored.
    pub citable: Vec<CitationCheck>,
}

/// `POST /sites/:id/verify`
pub async fn verify_install(mut call: Call<SiteAccess>, _: Input) -> Result<Reply<VerifiedSite>, ApiError> {
    let place = call.take_slot()?;
    let site = &call.tenant.site.site;
    let ports = call.app.ports();
    let today = Day::of(call.request.at, &call.tenant.site.time_zone);
    let others = citable::pages_to_look_at(ports, site.id, today).await?;
    let (probe, domain, id) = (ports.install_probe.clone(), site.domain.clone(), site.id);
    let looking = async move { probe.probe(&domain, id, &others).await };
    let ProbedPage { problem, canonical, says } = place.finish(looking).await?;
    let check = InstallCheck { checked_at: call.app.now(), problem };
    let audit = call.audit(
        site.org_id,
        "site.verified",
        vec![Target::new("site", site.id, &*site.name)],
        json!({ "problem": problem }),
    );
    if !again_if_rolled_back(|| record_check(&*ports.sites, site.id, &check, audit.clone())).await? {
        return Err(ApiError::not_found("site"));
    }
    let links: Vec<_> = canonical.into_iter().collect();
    canonical_links::record((&*ports.sites, &*ports.events), site, &links, call.app.now()).await?;
    let (site, _) = ports.sites.site(site.id).await?.ok_or_else(|| ApiError::not_found("site"))?;
    let citable = citable::checks(ports, site.id, today, &says).await?;
    Ok(Reply::new(VerifiedSite { site: SiteView::of(&site, call.app.now()), citable }))
}
