//! Stored organizations and their members.

use askline_domain::{
    audit::AuditDraft,
    identity::{
        grounds::{NewAccountGround, OperatorGround, SessionGround},
        member::{Member, Membership},
        secret::SecretDigest,
        user::User,
    },
    organizations::{
        Organization, OrganizationSettings, SeatCount, Slug, brand::BrandLogo, plan::Plan, preconditions::Precondition,
    },
    shared::{
        ids::{OrgId, UserId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{
    StoreResult,
    change::BeginChange,
    invitation::{Invitation, OpenInvitation},
};

/// The result of creating an organization by an account. Only `Founded` stores anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Founding {
    /// The organization as it was stored.
    Founded(Organization),
    /// Another organization has the slug that was chosen.
    SlugTaken,
    /// The account has reached its limit.
    LimitReached,
}

/// The result of a change to an organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrganizationChange {
    /// The organization as it is now.
    Changed(Organization),
    /// Another organization has this slug; nothing was stored.
    SlugTaken,
    /// The organization has another name or slug in the meantime; nothing was stored.
    Outdated,
    /// There is no such organization.
    Missing,
}

/// What remains known about a deleted organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemovedOrganization {
    /// How many sites it had.
    pub sites: u64,
    /// How many entries its audit log had.
    pub audit_entries: u64,
    /// The hash of the last of them, with which a complete export begins.
    pub last_audit_hash: String,
}

/// Organizations, users and memberships.
#[async_trait]
pub trait OrganizationStore: MemberStore + InvitationStore {
    /// Stores an organization and the new account that owns it; returns the owner's id. A slug that is taken gets a
    /// number. `None`, with nothing stored, if an account has the owner's email address or can restore it: nobody
    /// becomes an owner because others entered their address.
    async fn create_organization(
        &self,
        organization: &Organization,
        owner: &User,
        ground: NewAccountGround,
        audit: AuditDraft,
    ) -> StoreResult<Option<UserId>>;
    /// Like `create_organization`, but only while there is no account at all; otherwise returns `None`.
    async fn create_first_organization(
        &self,
        organization: &Organization,
        owner: &User,
        ground: NewAccountGround,
        audit: AuditDraft,
    ) -> StoreResult<Option<UserId>>;
    /// Stores an organization that an existing account owns; returns whether the account exists.
    async fn create_organization_of(
        &self,
        organization: &Organization,
        owner: UserId,
        ground: OperatorGround,
        audit: AuditDraft,
    ) -> StoreResult<bool>;
    /// Stores an organization whose owner will be the person who accepts the invitation.
    async fn create_organization_for(
        &self,
        organization: &Organization,
        owner: &Invitation,
        ground: OperatorGround,
        audit: AuditDraft,
    ) -> StoreResult<()>;
    /// Stores an organization that an existing account creates and owns, unless the account has already created `most`:
    /// those that still exist, and deleted ones that were created within
    /// [`askline_domain::organizations::FOUNDING_REMEMBERED`].
    async fn found_organization(
        &self,
        organization: &Organization,
        slug: Slug,
        founder: SessionGround,
        most: u32,
        audit: AuditDraft,
    ) -> StoreResult<Founding>;
    /// Gives an organization other settings, and the logo if it is a new one, unless one of them was changed since `before` was
    /// read.
    async fn change_organization(
        &self,
        before: &Organization,
        settings: &OrganizationSettings,
        logo: Option<&BrandLogo>,
        audit: AuditDraft,
    ) -> StoreResult<OrganizationChange>;
    /// Deletes an organization with everything that belongs to it: sites, keys, members, webhooks, credits, jobs, and
    /// its audit log. It is invisible from then on; [`Self::remove_piece`] removes its rows. Accounts stay. `None` if
    /// it does not exist. Nothing is removed unless all of `preconditions` hold at `now`.
    async fn remove_organization(
        &self,
        id: OrgId,
        preconditions: &[Precondition],
        now: Timestamp,
    ) -> StoreResult<Option<RemovedOrganization>>;
    /// Removes rows of a deleted organization or site, about `most` small ones, in one transaction; returns whether
    /// there was one. Several processes may do this at once, and each continues where another stopped.
    async fn remove_piece(&self, most: u32) -> StoreResult<bool>;
    /// One organization.
    async fn organization(&self, id: OrgId) -> StoreResult<Option<Organization>>;
    /// The file of an organization's logo, if it has this digest.
    async fn organization_logo(&self, id: OrgId, digest: &str) -> StoreResult<Option<Vec<u8>>>;
    /// All organizations, newest first, for the command line.
    async fn organizations(&self, page: PageRequest) -> StoreResult<Page<Organization>>;
    /// Changes the plan; returns the organization as it is now.
    async fn set_plan(&self, id: OrgId, plan: Plan, audit: AuditDraft) -> StoreResult<Option<Organization>>;

    /// Whether there is any account.
    async fn any_user(&self) -> StoreResult<bool>;
    /// The account with this email address (in lower case) and its memberships.
    async fn user_by_email(&self, email: &str) -> StoreResult<Option<(User, Vec<Membership>)>>;
    /// An account and its memberships.
    async fn user(&self, id: UserId) -> StoreResult<Option<(User, Vec<Membership>)>>;

    /// All accounts with their memberships, newest first, for the command line.
    async fn users(&self, page: PageRequest) -> StoreResult<Page<(User, Vec<Membership>)>>;

    /// Gives an account another email address, which is not confirmed, and ends all emailed links. Returns false if an
    /// account has the address or this account does not exist.
    async fn rename_user(
        &self,
        id: UserId,
        email: &str,
        ground: OperatorGround,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<bool>;

    /// Gives the account of a session another name.
    async fn set_user_name(&self, ground: SessionGround, name: &str) -> StoreResult<()>;
}

/// Members of organizations, and invited people. What changes them is in [`super::change::MemberRows`].
#[async_trait]
pub trait MemberStore: BeginChange {
    /// The number of seats in use.
    async fn seats(&self, id: OrgId) -> StoreResult<SeatCount>;
    /// Members and invited people, newest ids first.
    async fn members(&self, org: OrgId, page: PageRequest) -> StoreResult<Page<Member>>;
    /// One member, or one invited person.
    async fn member(&self, org: OrgId, user: UserId) -> StoreResult<Option<Member>>;
}

/// Invitations to organizations. What changes them is in [`super::change::InvitationRows`].
#[async_trait]
pub trait InvitationStore: BeginChange {
    /// The invitation of the token with this digest, if the token is valid at `now`.
    async fn open_invitation(&self, digest: SecretDigest, now: Timestamp) -> StoreResult<Option<OpenInvitation>>;
}
