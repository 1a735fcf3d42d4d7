//! `POST /orgs`: an account founds an organization of its own, where the operator lets accounts do so.

use askline_domain::{
    audit::Target,
    id::{Id as _, OrgId},
    organization::{Organization, SLUG_PATTERN, check_organization_name, check_slug, slug_of},
    ports::{Founding, Slug},
    violation::Violations,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::{OrganizationView, slug_taken};
use crate::{
    caller::{Call, NoTenant},
    error::{ApiError, Code},
    input::{Input, Json, Nothing},
    reply::Reply,
};

/// An organization to be founded.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewOrganization {
    /// Its name.
    #[schemars(length(min = 1, max = 100))]
    pub name: String,
    /// Lower-case letters, digits and hyphens, unique on this instance; made from the name when left out.
    #[schemars(length(max = 40), regex(pattern = SLUG_PATTERN))]
    pub slug: Option<String>,
}

/// Founds an organization, whose owner is the caller.
pub async fn found_organization(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<NewOrganization>>,
) -> Result<Reply<OrganizationView>, ApiError> {
    let settings = call.app.settings();
    let most = settings.organizations_per_account;
    if most == 0 {
        let text = "Accounts found no organizations here: ask the operator of this service for one.";
        return Err(ApiError::new(Code::Forbidden, text));
    }
    let Json(body) = input.body;
    let mut violations = Violations::new();
    let name = check_organization_name("name", &body.name, &mut violations);
    if let Some(slug) = &body.slug {
        check_slug("slug", slug, &mut violations);
    }
    let name = violations.finish(name)?;
    let at = call.request.at;
    let (slug, origin) = match body.slug {
        Some(slug) => (slug, Slug::Chosen),
        None => (slug_of(&name), Slug::FromName),
    };
    let id = OrgId::new(at, &mut rand::rng());
    let organization = Organization { id, name, slug, created_at: at, plan: settings.default_plan };
    let target = Target::new("organization", id, &*organization.name);
    let audit = call.audit(id, "organization.created", vec![target], json!({ "plan": organization.plan }));
    let organizations = &call.app.ports().organizations;
    let founder = call.session()?.user.id;
    match organizations.found_organization(&organization, origin, founder, most, audit).await? {
        Founding::Founded(organization) => {
            let seats = organizations.seats(organization.id).await?;
            Ok(Reply::new(OrganizationView::of(organization, seats)))
        }
        Founding::SlugTaken => Err(slug_taken()),
        Founding::LimitReached => Err(ApiError::limit_reached(format!(
            "An account may found {most} organizations here, and this one did; one that was deleted counts for 31 days."
        ))),
        Founding::NoAccount => Err(ApiError::new(Code::SessionExpired, "The account is gone.")),
    }
}
