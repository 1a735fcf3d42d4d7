//! `POST /orgs`: an account founds an organization of its own, where the operator lets accounts do so.

use askline_app::ports::organizations::Founding;
use askline_domain::{
    audit::Target,
    organizations::{Organization, input::NewOrganization},
    shared::ids::{Id as _, OrgId},
};
use serde_json::json;

use super::{OrganizationView, slug_taken};
use crate::{
    app::App,
    pipeline::{
        call::Call,
        caller::NoTenant,
        error::{ApiError, Code},
        request::input::{Input, Json, Nothing},
        response::reply::Reply,
    },
};

/// Refuses where the operator lets accounts found no organizations.
pub fn check_founding_is_open(app: &App) -> Result<(), ApiError> {
    let text = "Accounts found no organizations here: ask the operator of this service for one.";
    let closed = || ApiError::new(Code::Forbidden, text);
    (app.settings().organizations_per_account > 0).then_some(()).ok_or_else(closed)
}

/// Founds an organization, whose owner is the caller.
pub async fn found_organization(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<NewOrganization>>,
) -> Result<Reply<OrganizationView>, ApiError> {
    let settings = call.app.settings();
    let most = settings.organizations_per_account;
    let Json(body) = input.body;
    let (chosen, origin) = body.check()?;
    let at = call.request.at;
    let id = OrgId::new(at, &mut rand::rng());
    let organization = Organization::new(id, chosen, settings.default_plan, at);
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
        Founding::NoAccount => Err(ApiError::new(Code::SessionExpired, "The account was deleted.")),
    }
}
