//! Registers, changes and deletes sites, checks their installation, and manages their widget configuration.

mod change;
mod config;
mod missing_views;
mod public_config;
mod ready_payload;
mod refused_origins;
mod same_domain;
mod verify;
mod view;

pub use change::{Deleted, create_site, delete_site, preview_pages, update_site};
pub use config::{
    ConfigPreview, ConfigVersionView, ConfigWarning, RollBack, WidgetConfigView, list_config_versions, preview_config,
    replace_config, roll_back_config,
};
pub use missing_views::show_missing_views;
pub use public_config::{ASKED_EVERY_TIME, show_public_config};
pub use refused_origins::list_refused_origins;
pub use same_domain::{CreatedSite, SiteWarning, UpdatedSite};
pub use verify::verify_install;
pub use view::{InstallView, SiteDetail, SiteView};

use axum::http::{HeaderValue, header};
use bytes::Bytes;

use crate::pipeline::handling::{
    ApiError, Call, Input, Items, Nothing, OrgAccess, PageQuery, Ready, Reply, SiteAccess,
};

/// `GET /sites`
pub async fn list_sites(
    call: Call<OrgAccess>,
    input: Input<Nothing, PageQuery>,
) -> Result<Reply<Items<SiteView>>, ApiError> {
    use askline_domain::shared::ids::Id as _;
    let page = input.query.page()?;
    let sites = call.app.ports().sites.sites(call.tenant.id, call.tenant.sites.listed(), page).await?;
    let last = sites.items.last().map(|site| site.id.bits());
    let views = sites.map(|site| SiteView::of(&site, call.request.at));
    Ok(Reply::page(views, page.limit, |_| last.unwrap_or_default()))
}

/// `GET /sites/:id`
pub async fn show_site(call: Call<SiteAccess>, _: Input) -> Result<Reply<Ready<SiteDetail>>, ApiError> {
    // Read from the store and not from the cache: sightings are stored without a new generation.
    let id = call.tenant.site.site.id;
    let Some((site, config)) = call.app.ports().sites.site(id).await? else {
        return Err(ApiError::not_found("site"));
    };
    let warnings = config::warnings_of(&call.app, id).await?;
    let view = WidgetConfigView::of(&config, warnings);
    let script_url = call.app.settings().script_url();
    let detail = SiteDetail { site: SiteView::of(&site, call.request.at), script_url, config: view };
    let json = Bytes::from(serde_json::to_vec(&detail).map_err(ApiError::internal)?);
    let etag = config::etag_of_site(config.version, &json, site.updated_at);
    let etag = HeaderValue::try_from(etag).map_err(ApiError::internal)?;
    Ok(Reply::new(Ready::new(json)).header(header::ETAG, etag))
}
