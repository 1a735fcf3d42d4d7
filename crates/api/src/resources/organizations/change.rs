//! Renames and deletes an organization. Only its owners may do this.

use askline_app::{error::UseCaseError, organizations, sites::gone::remove_what_is_gone};
use askline_domain::organizations::{
    Organization,
    input::{OrganizationEdit, OrganizationEnd},
};
use axum::http::header;

use super::{OrganizationView, state_of, with_tag};
use crate::{
    pipeline::{
        handling::{ApiError, Call, Input, Json, Nothing, OrgAccess, Reply},
        request::if_match::{changed_meanwhile, check_if_match_by},
    },
    resources::sites::Deleted,
};

/// Changes the name, the slug, the rules of sign-in or the brand of an organization.
pub async fn update_organization(
    call: Call<OrgAccess>,
    input: Input<Nothing, Nothing, Json<OrganizationEdit>>,
) -> Result<Reply<OrganizationView>, ApiError> {
    let before = find(&call).await?;
    let state = state_of(&before);
    let headers = &call.request.headers;
    check_if_match_by(headers, &state, |tag| tag.split('-').next() == Some(&state))?;
    let (organizations, owner) = (&*call.app.ports().organizations, &call.session()?.user);
    let changed = match organizations::change(organizations, before, input.body.0, owner, &call.audit_context()).await {
        Err(UseCaseError::ChangedMeanwhile(_)) if headers.contains_key(header::IF_MATCH) => {
            return Err(changed_meanwhile(&state_of(&find(&call).await?)));
        }
        changed => changed?,
    };
    let seats = organizations.seats(changed.id).await?;
    with_tag(changed, seats)
}

/// Deletes an organization and everything in it. Its audit log is deleted too, because no member is left to read it.
/// The server's log records who did it, and the last hash, with which an earlier export can be verified.
pub async fn delete_organization(
    call: Call<OrgAccess>,
    input: Input<Nothing, Nothing, Json<OrganizationEnd>>,
) -> Result<Reply<Deleted>, ApiError> {
    let organization = find(&call).await?;
    input.body.0.check(&organization)?;
    let store = &*call.app.ports().organizations;
    let removed = organizations::remove(store, organization.id, &call.preconditions(), call.request.at).await?;
    tracing::info!(
        org.id = %organization.id,
        org.name = organization.name,
        user.id = %call.session()?.user.id,
        request.id = %call.request.id,
        client.address = %call.request.address,
        sites = removed.sites,
        audit.entries = removed.audit_entries,
        audit.last_hash = removed.last_audit_hash,
        "An owner deleted an organization; its audit log went with it"
    );
    remove_what_is_gone(call.app.instance());
    Ok(Reply::new(Deleted::of(organization.id)))
}

async fn find(call: &Call<OrgAccess>) -> Result<Organization, ApiError> {
    call.app.ports().organizations.organization(call.tenant.id).await?.ok_or_else(absent)
}

fn absent() -> ApiError {
    ApiError::not_found("organization")
}
