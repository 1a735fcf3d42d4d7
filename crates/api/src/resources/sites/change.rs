//! Registers, changes and deletes a site.

use askline_app::sites::{self, gone::remove_what_is_gone};
use askline_domain::{
    shared::rfc3339::Moment,
    sites::{
        Site,
        input::{NewSite, SiteEdit},
    },
};
use axum::http::{HeaderMap, header};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::{SiteDetail, SiteView, WidgetConfigView};
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

/// `POST /sites`
pub async fn create_site(
    call: Call<OrgAccess>,
    input: Input<Nothing, Nothing, Json<NewSite>>,
) -> Result<Reply<SiteDetail>, ApiError> {
    let organization = (call.tenant.id, call.tenant.plan);
    let site = sites::create(call.app.instance(), organization, input.body.0, &call.audit_context()).await?;
    let Some((site, config)) = call.app.ports().sites.site(site.id).await? else {
        return Err(ApiError::not_found("site"));
    };
    let detail = SiteDetail {
        site: SiteView::of(&site, call.request.at),
        script_url: call.app.settings().script_url(),
        config: WidgetConfigView::of(&config, Vec::new()),
    };
    Ok(Reply::new(detail).header(header::ETAG, super::config::etag_of(config.version)))
}

/// `PATCH /sites/:id`
pub async fn update_site(
    call: Call<SiteAccess>,
    input: Input<Nothing, Nothing, Json<SiteEdit>>,
) -> Result<Reply<SiteView>, ApiError> {
    let check_before = |before: &Site| check_settings(&call.request.headers, before);
    let (instance, id) = (call.app.instance(), call.tenant.site.site.id);
    let updated = sites::update(instance, id, input.body.0, check_before, &call.audit_context()).await?;
    Ok(with_tag(&updated.site, call.request.at))
}

/// Refuses a change that is based on outdated settings of the site. `If-Match` names them by `updatedAt`, or by the `ETag` of a
/// read, which ends with the same time.
fn check_settings(headers: &HeaderMap, site: &Site) -> Result<(), ApiError> {
    let (moment, milliseconds) = (Moment(site.updated_at).to_string(), site.updated_at.as_millisecond().to_string());
    let is_read = |tag: &str| tag.rsplit_once('-').is_some_and(|(_, end)| end == milliseconds);
    check_if_match_by(headers, &moment, |tag| tag == moment || is_read(tag))
}

/// A site with the entity tag of its settings, which `If-Match` compares.
fn with_tag(site: &Site, at: Timestamp) -> Reply<SiteView> {
    Reply::new(SiteView::of(site, at)).header(header::ETAG, tag_of(&Moment(site.updated_at).to_string()))
}

/// `DELETE /sites/:id`
pub async fn delete_site(call: Call<SiteAccess>, _: Input) -> Result<Reply<Deleted>, ApiError> {
    let site = &call.tenant.site.site;
    sites::delete(call.app.instance(), site, &call.audit_context()).await?;
    // From now on callers cannot see the site; its rows and events are removed afterwards.
    remove_what_is_gone(call.app.instance());
    Ok(Reply::new(Deleted::of(site.id)))
}
