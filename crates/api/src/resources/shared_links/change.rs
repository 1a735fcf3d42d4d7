//! Creates, changes and deletes shared links.

use askline_app::{present_fields::every_field_present, shared_links};
use askline_domain::{
    analytics::filter::PageFilter,
    shared::{ids::SharedLinkId, violation::Violation},
    shared_links::{
        LinkFilter,
        input::{FilterInput, NewSharedLink, SharedLinkEdit},
    },
};
use schemars::JsonSchema;
use serde::Serialize;

use super::{SharedLinkPath, SharedLinkView};
use crate::{
    pipeline::handling::{ApiError, Call, Code, Input, Json, Nothing, Reply, SiteAccess},
    resources::{analytics::check_platform, keys::creator, sites::Deleted},
};

/// A link with its new token.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct CreatedSharedLink {
    /// The link.
    pub link: SharedLinkView,
    /// The token itself, shown only once; null if the response repeats an earlier one with the same `Idempotency-Key`.
    pub token: Option<String>,
}

/// `POST /links/:siteId`
pub async fn create_shared_link(
    call: Call<SiteAccess>,
    input: Input<Nothing, Nothing, Json<NewSharedLink>>,
) -> Result<Reply<CreatedSharedLink>, ApiError> {
    let Json(new) = input.body;
    check_filter(&call, new.filter.as_ref()).await?;
    let (instance, of) = (call.app.instance(), (call.tenant.organization.id, call.tenant.site.site.id));
    let checked = shared_links::checked(instance, new, call.request.at).await?;
    let links = &*instance.ports.shared_links;
    let made = shared_links::create(links, of, checked, Some(creator(&call)?), &call.audit_context()).await?;
    let created = CreatedSharedLink { link: made.link.into(), token: Some(made.token.expose().to_owned()) };
    let repeated = CreatedSharedLink { token: None, ..created.clone() };
    let repeated = serde_json::to_value(repeated).map_err(ApiError::internal)?;
    Ok(Reply::new(created).no_store().replayed_as(repeated))
}

/// `PATCH /links/:siteId/:linkId`
pub async fn update_shared_link(
    call: Call<SiteAccess>,
    input: Input<SharedLinkPath, Nothing, Json<SharedLinkEdit>>,
) -> Result<Reply<SharedLinkView>, ApiError> {
    let Json(edit) = input.body;
    check_filter(&call, edit.filter.as_ref()).await?;
    let (instance, of) = (call.app.instance(), named(&call, input.path.link_id));
    let hash = shared_links::new_hash(instance, of, &edit, call.request.at).await?;
    let links = &*instance.ports.shared_links;
    let link = shared_links::change(links, of, (edit, hash), &call.audit_context()).await?;
    Ok(Reply::new(link.into()))
}

/// `DELETE /links/:siteId/:linkId`
pub async fn delete_shared_link(
    call: Call<SiteAccess>,
    input: Input<SharedLinkPath>,
) -> Result<Reply<Deleted>, ApiError> {
    let id = input.path.link_id;
    shared_links::delete(&*call.app.ports().shared_links, named(&call, id), &call.audit_context()).await?;
    Ok(Reply::new(Deleted::of(id)))
}

fn named(
    call: &Call<SiteAccess>,
    link: SharedLinkId,
) -> (askline_domain::shared::ids::OrgId, askline_domain::shared::ids::SiteId, SharedLinkId) {
    (call.tenant.organization.id, call.tenant.site.site.id, link)
}

/// Refuses a filter that means no page and no platform of the site, so that a typing error shows nothing else than it says.
pub(super) async fn check_filter(call: &Call<SiteAccess>, filter: Option<&FilterInput>) -> Result<(), ApiError> {
    let Some(FilterInput { pages, platforms }) = filter else { return Ok(()) };
    let filter =
        LinkFilter { pages: pages.clone().unwrap_or_default(), platforms: platforms.clone().unwrap_or_default() };
    let mut wrong = Vec::new();
    let is_page = |text: &String| PageFilter::of(text, &call.tenant.site.pages).is_some();
    if filter.pages.first().is_some_and(|text| !is_page(text)) {
        let message = "filter.pages[0] is no page and no folder of the site. Leave pages out for the whole site.";
        wrong.push(Violation::new("filter.pages[0]", "NOT_ALLOWED", message));
    }
    if let Some(platform) = filter.platforms.first() {
        match check_platform(platform, call).await {
            Err(error) if error.code == Code::InvalidParameter => {
                let message = "filter.platforms[0] is not offered by this site and was never counted on it.";
                let allowed = error.details.into_iter().find_map(|detail| detail.allowed);
                wrong.push(Violation { allowed, ..Violation::new("filter.platforms[0]", "UNKNOWN_PLATFORM", message) });
            }
            other => other?,
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.into()) }
}
