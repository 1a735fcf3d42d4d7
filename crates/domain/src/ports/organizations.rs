//! Organizations and their members at rest.

use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreResult;
use crate::{
    audit::AuditDraft,
    id::{OrgId, UserId},
    organization::{Member, Membership, Organization, SeatCount, User},
    page::{Page, PageRequest},
    plan::Plan,
    role::Role,
    secret::SecretDigest,
};

/// What became of a new member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MemberAddition {
    /// Somebody with an account joined at once.
    Joined(Member),
    /// A new account waits for its invitation to be taken up.
    Invited(Member),
    /// They are a member already; nothing was stored.
    AlreadyMember,
    /// Their account waits on another organization's invitation; nothing was stored.
    WaitsElsewhere,
    /// The plan's seats are taken; nothing was stored.
    LimitReached,
}

/// What became of a change to a member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MemberChange {
    /// Done; the member as they are, or were before a removal.
    Changed(Member),
    /// It would leave the organization without an owner; nothing was stored.
    LastOwner,
    /// There is no such member.
    Missing,
}

/// An invitation to be stored.
#[derive(Debug, Clone)]
pub struct Invitation {
    /// The account to make when none has this e-mail.
    pub user: User,
    /// The role in the organization.
    pub role: Role,
    /// SHA-256 of the one-time token.
    pub digest: SecretDigest,
    /// When the token ends.
    pub expires_at: Timestamp,
}

/// Organizations, users and memberships.
#[async_trait]
pub trait OrganizationStore: Send + Sync + 'static {
    /// Stores an organization and its owner. An account with the owner's e-mail is used
    /// if there is one (its name and password stay as they are); the owner's id is returned.
    /// A slug that is taken gets a number behind it. `None`, and nothing stored, when that account waits on an
    /// invitation: whoever holds its token would own the organization.
    async fn create_organization(
        &self,
        organization: &Organization,
        owner: &User,
        audit: AuditDraft,
    ) -> StoreResult<Option<UserId>>;
    /// Like `create_organization`, but only while no account exists at all, or has this e-mail: `None` otherwise.
    async fn create_first_organization(
        &self,
        organization: &Organization,
        owner: &User,
        audit: AuditDraft,
    ) -> StoreResult<Option<UserId>>;
    /// Like `create_organization`, but only when no account has the owner's e-mail: `None` otherwise.
    async fn sign_up(
        &self,
        organization: &Organization,
        owner: &User,
        audit: AuditDraft,
    ) -> StoreResult<Option<UserId>>;
    /// One organization.
    async fn organization(&self, id: OrgId) -> StoreResult<Option<Organization>>;
    /// All organizations, newest first, for the command line.
    async fn organizations(&self, page: PageRequest) -> StoreResult<Page<Organization>>;
    /// Seats that are taken.
    async fn seats(&self, id: OrgId) -> StoreResult<SeatCount>;
    /// Changes the plan; the organization as it is now.
    async fn set_plan(&self, id: OrgId, plan: Plan, audit: AuditDraft) -> StoreResult<Option<Organization>>;

    /// Whether there is any account.
    async fn any_user(&self) -> StoreResult<bool>;
    /// The account with this e-mail (lower case) and its memberships.
    async fn user_by_email(&self, email: &str) -> StoreResult<Option<(User, Vec<Membership>)>>;
    /// An account and its memberships.
    async fn user(&self, id: UserId) -> StoreResult<Option<(User, Vec<Membership>)>>;

    /// The members of an organization, newest first.
    async fn members(&self, org: OrgId, page: PageRequest) -> StoreResult<Page<Member>>;
    /// One member.
    async fn member(&self, org: OrgId, user: UserId) -> StoreResult<Option<Member>>;
    /// Adds a member unless `most_seats` are taken, pending invitations included. An account that waits on another
    /// organization's invitation is not added: whoever holds that token would get in here, too.
    async fn add_member(
        &self,
        org: OrgId,
        invitation: &Invitation,
        most_seats: Option<u32>,
        audit: AuditDraft,
    ) -> StoreResult<MemberAddition>;
    /// Takes up the invitation with this digest: sets name and password of the account that waits. `None` when
    /// the token is unknown, used or past its end at `now`.
    async fn accept_invitation(
        &self,
        digest: SecretDigest,
        name: &str,
        password_hash: &str,
        now: Timestamp,
    ) -> StoreResult<Option<UserId>>;
    /// Gives a member another role.
    async fn set_role(&self, org: OrgId, user: UserId, role: Role, audit: AuditDraft) -> StoreResult<MemberChange>;
    /// Removes a member. An account that has no membership left and no password is removed with it.
    async fn remove_member(&self, org: OrgId, user: UserId, audit: AuditDraft) -> StoreResult<MemberChange>;
}
