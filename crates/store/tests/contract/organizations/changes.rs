//! Changes of organizations by the use cases, with records and times that a test chooses.

use askline_app::{
    accounts::by_operator::put_address,
    error::{Changed, Conflict, Limit, UseCaseError},
    organizations::{self, Owner},
    ports::{StoreResult, invitation::Invitation},
};
use askline_domain::{
    audit::AuditDraft,
    identity::{
        grounds::{NewAccountGround, SessionGround},
        user::User,
    },
    organizations::{Organization, OrganizationSettings, Slug, brand::BrandLogo, plan::Plan},
    shared::ids::{OrgId, UserId},
};
use async_trait::async_trait;

use crate::backend::{Metadata, unexpected};

/// The result of creating an organization by an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Founding {
    Founded(Organization),
    SlugTaken,
    LimitReached,
}

/// The result of a change to an organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrganizationChange {
    Changed(Organization),
    SlugTaken,
    Outdated,
    Missing,
}

#[async_trait]
pub trait OrganizationChanges {
    /// Returns the owner, if nobody has their address.
    async fn create_organization(
        &self,
        organization: &Organization,
        owner: &User,
        ground: NewAccountGround,
        entry: AuditDraft,
    ) -> StoreResult<Option<UserId>>;
    /// Returns the owner, if there is no account.
    async fn create_first_organization(
        &self,
        organization: &Organization,
        owner: &User,
        entry: AuditDraft,
    ) -> StoreResult<Option<UserId>>;
    /// Returns whether the owner has an account with this address.
    async fn create_organization_of(
        &self,
        organization: &Organization,
        owner: (UserId, &str),
        entry: AuditDraft,
    ) -> StoreResult<bool>;
    async fn create_organization_for(
        &self,
        organization: &Organization,
        owner: &Invitation,
        entry: AuditDraft,
    ) -> StoreResult<Organization>;
    async fn found_organization(
        &self,
        organization: &Organization,
        slug: Slug,
        founder: SessionGround,
        most: u32,
        entry: AuditDraft,
    ) -> StoreResult<Founding>;
    async fn change_organization(
        &self,
        before: &Organization,
        settings: &OrganizationSettings,
        logo: Option<&BrandLogo>,
        entry: AuditDraft,
    ) -> StoreResult<OrganizationChange>;
    async fn set_plan(&self, org: OrgId, plan: Plan, entry: AuditDraft) -> StoreResult<Option<Organization>>;
    async fn rename_user(&self, user: UserId, email: &str, entries: Vec<AuditDraft>) -> StoreResult<bool>;
}

#[async_trait]
impl<S: Metadata> OrganizationChanges for S {
    async fn create_organization(
        &self,
        organization: &Organization,
        owner: &User,
        ground: NewAccountGround,
        entry: AuditDraft,
    ) -> StoreResult<Option<UserId>> {
        let owned = Owner::New(owner.clone(), ground);
        let added = organizations::add(self, organization.clone(), &owned, entry).await;
        Ok(unless(added, Conflict::AddressTaken)?.map(|_| owner.id))
    }

    async fn create_first_organization(
        &self,
        organization: &Organization,
        owner: &User,
        entry: AuditDraft,
    ) -> StoreResult<Option<UserId>> {
        let added = organizations::add(self, organization.clone(), &Owner::First(owner.clone()), entry).await;
        Ok(unless(added, Conflict::FirstOwnerExists)?.map(|_| owner.id))
    }

    async fn create_organization_of(
        &self,
        organization: &Organization,
        (owner, address): (UserId, &str),
        entry: AuditDraft,
    ) -> StoreResult<bool> {
        let owned = Owner::Known(owner, address.to_owned());
        let added = organizations::add(self, organization.clone(), &owned, entry).await;
        Ok(unless(added, Conflict::AddressOfAnother)?.is_some())
    }

    async fn create_organization_for(
        &self,
        organization: &Organization,
        owner: &Invitation,
        entry: AuditDraft,
    ) -> StoreResult<Organization> {
        organizations::add_for_invited(self, organization.clone(), owner, entry).await
    }

    async fn found_organization(
        &self,
        organization: &Organization,
        slug: Slug,
        founder: SessionGround,
        most: u32,
        entry: AuditDraft,
    ) -> StoreResult<Founding> {
        let owner = Owner::Founder(founder, slug, most);
        match organizations::add(self, organization.clone(), &owner, entry).await {
            Ok(founded) => Ok(Founding::Founded(founded)),
            Err(UseCaseError::InConflict(Conflict::SlugTaken)) => Ok(Founding::SlugTaken),
            Err(UseCaseError::LimitReached(Limit::Foundings { .. })) => Ok(Founding::LimitReached),
            Err(error) => unexpected(error),
        }
    }

    async fn change_organization(
        &self,
        before: &Organization,
        settings: &OrganizationSettings,
        logo: Option<&BrandLogo>,
        entry: AuditDraft,
    ) -> StoreResult<OrganizationChange> {
        match organizations::put(self, before, (settings.clone(), logo), entry).await {
            Ok(changed) => Ok(OrganizationChange::Changed(changed)),
            Err(UseCaseError::InConflict(Conflict::SlugTaken)) => Ok(OrganizationChange::SlugTaken),
            Err(UseCaseError::ChangedMeanwhile(Changed::Organization)) => Ok(OrganizationChange::Outdated),
            Err(UseCaseError::NotFound(_)) => Ok(OrganizationChange::Missing),
            Err(error) => unexpected(error),
        }
    }

    async fn set_plan(&self, org: OrgId, plan: Plan, entry: AuditDraft) -> StoreResult<Option<Organization>> {
        match organizations::put_plan(self, org, plan, entry).await {
            Ok(changed) => Ok(Some(changed)),
            Err(UseCaseError::NotFound(_)) => Ok(None),
            Err(error) => unexpected(error),
        }
    }

    async fn rename_user(&self, user: UserId, email: &str, entries: Vec<AuditDraft>) -> StoreResult<bool> {
        put_address(self, user, email, entries).await
    }
}

/// What was stored; `None` if it was refused for this reason.
fn unless(added: Result<Organization, UseCaseError>, refusal: Conflict) -> StoreResult<Option<Organization>> {
    match added {
        Ok(organization) => Ok(Some(organization)),
        Err(UseCaseError::InConflict(conflict)) if conflict == refusal => Ok(None),
        Err(error) => unexpected(error),
    }
}
