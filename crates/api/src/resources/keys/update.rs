//! `PATCH /keys/:id`: changes the settings of a key, which take effect with its next request.

use askline_app::keys;
use askline_domain::{identity::role::Role, keys::edit::KeyEdit};

use super::{KeyPath, KeyView};
use crate::pipeline::handling::{ApiError, Call, Caller, Input, Json, Nothing, OrgAccess, Reply};

/// Changes a key of the organization. It gets no scope that the caller's own role does not have.
pub async fn update_api_key(
    call: Call<OrgAccess>,
    input: Input<KeyPath, Nothing, Json<KeyEdit>>,
) -> Result<Reply<KeyView>, ApiError> {
    let (id, Json(edit)) = (input.path.key_id, input.body);
    let (ports, org) = (call.app.ports(), &call.tenant);
    let role = org.role.ok_or_else(|| ApiError::forbidden(Role::Admin))?;
    let stores = (&*ports.keys, &*ports.sites);
    let has_proof = matches!(&call.caller, Caller::Session(grant) if grant.has_fresh_proof(call.request.at));
    let record = keys::update(stores, (org.id, id), edit, (role, has_proof), &call.audit_context()).await?;
    Ok(Reply::new(KeyView::of(&call.app, &record, org.plan, call.request.at)))
}
