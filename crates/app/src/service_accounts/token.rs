//! Gives a service account a token. The token before it stays valid for an overlap.

use askline_domain::{
    audit::context::AuditContext,
    keys::KeyCreator,
    service_accounts::{ServiceAccount, ServiceToken, input::NewToken},
    shared::ids::{OrgId, ServiceAccountId},
    shared::rfc3339::Moment,
};
use serde_json::json;

use super::of_organization::of_organization;
use crate::{
    error::UseCaseError,
    ports::{change::Scope, service_accounts::ServiceAccountStore},
};

/// A token that was just created, with its plaintext.
pub struct MadeToken {
    /// The service account with the new token, its newest.
    pub account: ServiceAccount,
    /// The plaintext.
    pub token: ServiceToken,
}

/// Creates a token of a service account, given to `created_by`. Of the earlier ones, only the newest valid one stays valid,
/// for the overlap.
pub async fn give_token(
    accounts: &dyn ServiceAccountStore,
    (org, id): (OrgId, ServiceAccountId),
    new: NewToken,
    created_by: Option<KeyCreator>,
    context: &AuditContext,
) -> Result<MadeToken, UseCaseError> {
    let at = context.at;
    let settings = new.check(at)?;
    let token = ServiceToken::generate(&mut rand::rng());
    let mut change = accounts.begin(&[Scope::Organization(org)]).await?;
    let mut account = of_organization(change.service_account(id).await?, org)?;
    let present = account.valid_tokens(at).next().and_then(|token| token.allowed_ips.clone());
    let record = token.record(settings.allowed_ips.unwrap_or(present), created_by, (at, settings.expires_at));
    let metadata = json!({
        "maskedToken": record.masked,
        "allowedIps": record.allowed_ips,
        "expiresAt": Moment(record.expires_at),
        "overlapSeconds": settings.overlap.as_secs(),
    });
    account.rotate_token(record, settings.overlap);
    change.replace_service_tokens(&account).await?;
    change.audit(context.entry(org, "service_account.token_created", vec![account.audit_target()], metadata)).await?;
    change.commit().await?;
    Ok(MadeToken { account, token })
}
