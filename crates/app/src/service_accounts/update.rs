//! Gives a service account another name, another role or other sites.

use askline_domain::{
    audit::context::AuditContext,
    organizations::member::MemberAccess,
    service_accounts::{
        ServiceAccount,
        input::{ServiceAccountEdit, Settings},
    },
    shared::ids::{OrgId, ServiceAccountId},
};
use serde_json::json;

use super::{in_entry::settings_of, of_organization::of_organization};
use crate::{
    error::UseCaseError,
    ports::{change::Scope, service_accounts::ServiceAccountStore, sites::SiteStore},
    sites::own_ids,
};

/// Changes a service account; the next request with its token has the new role and sites.
pub async fn update(
    (accounts, sites): (&dyn ServiceAccountStore, &dyn SiteStore),
    (org, id): (OrgId, ServiceAccountId),
    edit: ServiceAccountEdit,
    context: &AuditContext,
) -> Result<ServiceAccount, UseCaseError> {
    let own_sites = own_ids(sites, org, &edit.named_sites()).await?;
    let mut change = accounts.begin(&[Scope::Organization(org)]).await?;
    let before = of_organization(change.service_account(id).await?, org)?;
    let access = MemberAccess { role: before.role, sites: before.sites.clone() };
    let Settings { name, access } = edit.check(&Settings { name: before.name.clone(), access }, &own_sites)?;
    let access = change.access_to_store(org, &access).await?;
    let after = ServiceAccount { name, role: access.role, sites: access.sites, ..before.clone() };
    if before == after {
        return Ok(after);
    }
    let metadata = json!({ "from": settings_of(&before), "to": settings_of(&after) });
    change.replace_service_account(&after).await?;
    change.audit(context.entry(org, "service_account.updated", vec![after.audit_target()], metadata)).await?;
    change.commit().await?;
    Ok(after)
}
