//! Creates a service account. It has no token yet, so nothing can be done with it.

use askline_domain::{
    audit::context::AuditContext,
    keys::KeyCreator,
    service_accounts::{MAX_SERVICE_ACCOUNTS, ServiceAccount, input::NewServiceAccount},
    shared::ids::{Id as _, OrgId, ServiceAccountId},
};

use super::in_entry::settings_of;
use crate::{
    error::{Limit, UseCaseError},
    ports::{change::Scope, service_accounts::ServiceAccountStore, sites::SiteStore},
    sites::own_ids,
};

/// Creates a service account of an organization, unless it has as many as it may have.
pub async fn create(
    (accounts, sites): (&dyn ServiceAccountStore, &dyn SiteStore),
    org: OrgId,
    new: NewServiceAccount,
    created_by: Option<KeyCreator>,
    context: &AuditContext,
) -> Result<ServiceAccount, UseCaseError> {
    let own_sites = own_ids(sites, org, &new.named_sites()).await?;
    let settings = new.check(&own_sites)?;
    let mut change = accounts.begin(&[Scope::Organization(org)]).await?;
    let access = change.access_to_store(org, &settings.access).await?;
    let account = ServiceAccount {
        id: ServiceAccountId::new(context.at, &mut rand::rng()),
        org_id: org,
        name: settings.name,
        role: access.role,
        sites: access.sites,
        created_at: context.at,
        created_by,
        last_used_at: None,
        tokens: Vec::new(),
    };
    let entry = context.entry(org, "service_account.created", vec![account.audit_target()], settings_of(&account));
    if change.count_service_accounts(org).await? >= MAX_SERVICE_ACCOUNTS {
        return Err(UseCaseError::LimitReached(Limit::ServiceAccounts));
    }
    change.insert_service_account(&account).await?;
    change.audit(entry).await?;
    change.commit().await?;
    Ok(account)
}
