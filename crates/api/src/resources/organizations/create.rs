//! `POST /orgs`: an account creates its own organization, if the operator allows it.

use askline_app::organizations::{self, Owner};
use askline_domain::organizations::input::NewOrganization;

use super::OrganizationView;
use crate::pipeline::{
    app::App,
    handling::{ApiError, Call, Code, Input, Json, NoTenant, Nothing, Reply},
};

/// Refuses if the operator does not let accounts create organizations.
pub fn check_organizations_can_be_created(app: &App) -> Result<(), ApiError> {
    let text = "Accounts cannot create organizations on this instance. Ask its operator for one.";
    let closed = || ApiError::new(Code::Forbidden, text);
    (app.settings().organizations_per_account > 0).then_some(()).ok_or_else(closed)
}

/// Creates an organization whose owner is the caller.
pub async fn create_organization(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<NewOrganization>>,
) -> Result<Reply<OrganizationView>, ApiError> {
    let settings = call.app.settings();
    let Json(body) = input.body;
    let (chosen, slug) = body.check()?;
    let owner = Owner::Founder(call.session()?.ground(), slug, settings.organizations_per_account);
    let organizations = &*call.app.ports().organizations;
    let (organization, _) =
        organizations::create(organizations, chosen, settings.default_plan, owner, &call.audit_context()).await?;
    let seats = organizations.seats(organization.id).await?;
    Ok(Reply::new(OrganizationView::of(organization, seats)))
}
