//! Creates, changes and deletes service accounts.

use askline_app::service_accounts;
use askline_domain::{
    service_accounts::{
        MadeObject,
        input::{NewServiceAccount, ServiceAccountEdit},
    },
    shared::ids::ServiceAccountId,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::{ServiceAccountPath, ServiceAccountView};
use crate::{
    pipeline::handling::{ApiError, Call, Input, Json, Nothing, OrgAccess, Reply},
    resources::keys::creator,
};

/// The state of a deleted service account.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "DeletedStatus")]
pub enum Deleted {
    /// Deleted.
    Deleted,
}

/// A deleted service account, and what it created and left.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeletedServiceAccount {
    /// Its id.
    pub id: ServiceAccountId,
    /// Always `deleted`.
    pub status: Deleted,
    /// The sites, webhooks and monitors that it created and that are still there, at most 100 of each, the newest first. Nothing
    /// ends them with it.
    pub made: Vec<MadeObject>,
}

/// Creates a service account. It has no token yet.
pub async fn create_service_account(
    call: Call<OrgAccess>,
    input: Input<Nothing, Nothing, Json<NewServiceAccount>>,
) -> Result<Reply<ServiceAccountView>, ApiError> {
    let creator = creator(&call)?;
    let (ports, context) = (call.app.ports(), call.audit_context());
    let stores = (&*ports.service_accounts, &*ports.sites);
    let account = service_accounts::create(stores, call.tenant.id, input.body.0, Some(creator), &context).await?;
    Ok(Reply::new(ServiceAccountView::of(&call.app, &account, call.request.at)))
}

/// Changes the name, the role or the sites of a service account. Its next request has the new role and sites.
pub async fn update_service_account(
    call: Call<OrgAccess>,
    input: Input<ServiceAccountPath, Nothing, Json<ServiceAccountEdit>>,
) -> Result<Reply<ServiceAccountView>, ApiError> {
    let (id, Json(edit)) = (input.path.service_account_id, input.body);
    let ports = call.app.ports();
    let stores = (&*ports.service_accounts, &*ports.sites);
    let account = service_accounts::update(stores, (call.tenant.id, id), edit, &call.audit_context()).await?;
    Ok(Reply::new(ServiceAccountView::of(&call.app, &account, call.request.at)))
}

/// Deletes a service account: its tokens are refused from the next request on. What it created stays and is named.
pub async fn delete_service_account(
    call: Call<OrgAccess>,
    input: Input<ServiceAccountPath>,
) -> Result<Reply<DeletedServiceAccount>, ApiError> {
    let id = input.path.service_account_id;
    let accounts = &*call.app.ports().service_accounts;
    let ended = service_accounts::end(accounts, (call.tenant.id, id), &call.audit_context()).await?;
    Ok(Reply::new(DeletedServiceAccount { id, status: Deleted::Deleted, made: ended.made }))
}
