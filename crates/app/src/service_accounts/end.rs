//! Deletes a service account, and names what it created and left.

use askline_domain::{
    audit::context::AuditContext,
    service_accounts::{MadeObject, ServiceAccount},
    shared::ids::{OrgId, ServiceAccountId},
};
use serde_json::json;

use super::of_organization::of_organization;
use crate::{
    error::UseCaseError,
    ports::{change::Scope, service_accounts::ServiceAccountStore},
};

/// The maximum number of sites, of webhooks and of monitors that are named.
const MAX_NAMED: u32 = 100;

/// A deleted service account.
pub struct Ended {
    /// The account as it was.
    pub account: ServiceAccount,
    /// The sites, webhooks and monitors that it created and that are still there.
    pub made: Vec<MadeObject>,
}

/// Deletes a service account: its tokens are refused from now on. What it created stays.
pub async fn end(
    accounts: &dyn ServiceAccountStore,
    (org, id): (OrgId, ServiceAccountId),
    context: &AuditContext,
) -> Result<Ended, UseCaseError> {
    let made = accounts.made_by_service_account(org, id, MAX_NAMED).await?;
    let mut change = accounts.begin(&[Scope::Organization(org)]).await?;
    let account = of_organization(change.service_account(id).await?, org)?;
    change.delete_service_account(&account).await?;
    let metadata = json!({ "role": account.role, "made": made });
    change.audit(context.entry(org, "service_account.deleted", vec![account.audit_target()], metadata)).await?;
    change.commit().await?;
    Ok(Ended { account, made })
}
