//! Registers, changes and deletes a site.

use askline_app::{
    error::UseCaseError,
    sites::{self, Updated, gone::remove_what_is_gone},
};
use askline_domain::{
    pages::preview::{PagesPreview, PagesPreviewInput},
    shared::rfc3339::Moment,
    sites::{
        Site,
        input::{NewSite, SiteEdit},
    },
};
use axum::http::{HeaderMap, header};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    SiteDetail, SiteView, WidgetConfigView,
    same_domain::{CreatedSite, UpdatedSite, warnings_about},
};
use crate::pipeline::{
    handling::{ApiError, Call, Input, Json, Nothing, OrgAccess, Reply, SiteAccess},
    request::if_match::{check_if_match_by, tag_of},
};

/// The result of a deletion.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Deleted {
    /// The id of the deleted object.
    pub id: String,
    /// Always `deleted`.
    #[schemars(extend("const" = "deleted"))]
    pub status: &'static str,
}

impl Deleted {
    /// The result for the object with this id.
    pub fn of(id: impl ToString) -> Self {
        Self { id: id.to_string(), status: "deleted" }
    }
}

/// `POST /sites/:id/pages/preview`: stores nothing.
pub async fn preview_pages(
    call: Call<SiteAccess>,
    input: Input<Nothing, Nothing, Json<PagesPreviewInput>>,
) -> Result<Reply<PagesPreview>, ApiError> {
    let settings = input.body.0.check().map_err(UseCaseError::from)?;
    Ok(Reply::new(sites::preview_pages(call.app.instance(), &call.tenant.site.site, &settings).await?))
}

/// `POST /sites`
pub async fn create_site(
    call: Call<OrgAccess>,
    input: Input<Nothing, Nothing, Json<NewSite>>,
) -> Result<Reply<CreatedSite>, ApiError> {
    let organization = (call.tenant.id, call.tenant.plan);
    let (instance, visible) = (call.app.instance(), &call.tenant.sites);
    let created = sites::create(instance, organization, visible, input.body.0, &call.audit_context()).await?;
    let Some((site, config)) = call.app.ports().sites.site(created.site.id).await? else {
        return Err(ApiError::not_found("site"));
    };
    let detail = SiteDetail {
        site: SiteView::of(&site, call.request.at),
        script_url: call.app.settings().script_url(),
        config: WidgetConfigView::of(&config, Vec::new()),
    };
    let warnings = warnings_about(&created.same_domain);
    Ok(Reply::new(CreatedSite { detail, warnings }).header(header::ETAG, super::config::etag_of(config.version)))
}

/// `PATCH /sites/:id`
pub async fn update_site(
    call: Call<SiteAccess>,
    input: Input<Nothing, Nothing, Json<SiteEdit>>,
) -> Result<Reply<UpdatedSite>, ApiError> {
    let check_before = |before: &Site| check_settings(&call.request.headers, before);
    let (instance, site) = (call.app.instance(), (call.tenant.site.site.id, &call.tenant.organization.sites));
    let Updated { site, same_domain, .. } =
        sites::update(instance, site, input.body.0, check_before, &call.audit_context()).await?;
    let updated = UpdatedSite { site: SiteView::of(&site, call.request.at), warnings: warnings_about(&same_domain) };
    // The entity tag of the settings, which `If-Match` compares.
    Ok(Reply::new(updated).header(header::ETAG, tag_of(&Moment(site.updated_at).to_string())))
}

/// Refuses a change that is based on outdated settings of the site. `If-Match` names them by `updatedAt`, or by the `ETag` of a
/// read, which ends with the same time.
fn check_settings(headers: &HeaderMap, site: &Site) -> Result<(), ApiError> {
    let (moment, milliseconds) = (Moment(site.updated_at).to_string(), site.updated_at.as_millisecond().to_string());
    let is_read = |tag: &str| tag.rsplit_once('-').is_some_and(|(_, end)| end == milliseconds);
    check_if_match_by(headers, &moment, |tag| tag == moment || is_read(tag))
}

/// `DELETE /sites/:id`
pub async fn delete_site(call: Call<SiteAccess>, _: Input) -> Result<Reply<Deleted>, ApiError> {
    let site = &call.tenant.site.site;
    sites::delete(call.app.instance(), site, &call.audit_context()).await?;
    // From now on callers cannot see the site; its rows and events are removed afterwards.
    remove_what_is_gone(call.app.instance());
    Ok(Reply::new(Deleted::of(site.id)))
}
