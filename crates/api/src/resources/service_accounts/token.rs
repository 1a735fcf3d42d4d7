//! Gives a service account a token, which is shown once.

use askline_app::{present_fields::every_field_present, service_accounts};
use askline_domain::service_accounts::input::NewToken;
use schemars::JsonSchema;
use serde::Serialize;

use super::{ServiceAccountPath, ServiceAccountView};
use crate::{
    pipeline::handling::{ApiError, Call, Input, Nothing, OptionalJson, OrgAccess, Reply},
    resources::keys::creator,
};

/// A service account with its new token.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CreatedServiceToken", transform = every_field_present)]
pub struct CreatedServiceToken {
    /// The service account. The new token is the first one of its list.
    pub service_account: ServiceAccountView,
    /// The token itself, shown only once; null if the response repeats an earlier one with the same `Idempotency-Key`.
    pub token: Option<String>,
}

/// Creates a token of a service account. The token before it stays valid for an overlap; others end immediately.
pub async fn create_service_token(
    call: Call<OrgAccess>,
    input: Input<ServiceAccountPath, Nothing, OptionalJson<NewToken>>,
) -> Result<Reply<CreatedServiceToken>, ApiError> {
    let (id, OptionalJson(new)) = (input.path.service_account_id, input.body);
    let accounts = &*call.app.ports().service_accounts;
    let (of, given_to) = ((call.tenant.id, id), Some(creator(&call)?));
    let made = service_accounts::give_token(accounts, of, new, given_to, &call.audit_context()).await?;
    let service_account = ServiceAccountView::of(&call.app, &made.account, call.request.at);
    let created = CreatedServiceToken { service_account, token: Some(made.token.expose().to_owned()) };
    let repeated = CreatedServiceToken { token: None, ..created.clone() };
    let repeated = serde_json::to_value(repeated).map_err(ApiError::internal)?;
    Ok(Reply::new(created).no_store().replayed_as(repeated))
}
