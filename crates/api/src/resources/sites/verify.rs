//! `POST /sites/:id/verify`: looks for the snippet on the site's own page.

use askline_app::{
    canonical_links,
    ports::{again::again_if_rolled_back, sites::install_probe::ProbedPage},
    sites::seen_widgets::record_check,
};
use askline_domain::{audit::Target, sites::InstallCheck};
use serde_json::json;

use super::SiteView;
use crate::pipeline::handling::{ApiError, Call, Input, Reply, SiteAccess};

/// `POST /sites/:id/verify`
pub async fn verify_install(mut call: Call<SiteAccess>, _: Input) -> Result<Reply<SiteView>, ApiError> {
    let place = call.take_slot()?;
    let site = &call.tenant.site.site;
    let ports = call.app.ports();
    let (probe, domain, id) = (ports.install_probe.clone(), site.domain.clone(), site.id);
    let ProbedPage { problem, canonical } = place.finish(async move { probe.probe(&domain, id).await }).await?;
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
    Ok(Reply::new(SiteView::of(&site, call.app.now())))
}
