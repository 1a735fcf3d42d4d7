//! Stored organizations and their members.

use askline_domain::{
    identity::{grounds::SessionGround, secret::SecretDigest, user::User},
    organizations::{
        Organization, SeatCount,
        member::{Member, Membership},
        preconditions::Precondition,
    },
    shared::{
        ids::{OrgId, UserId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{StoreResult, change::BeginChange, invitation::OpenInvitation};

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

/// Organizations, users and memberships. What changes organizations is in [`super::change::OrganizationRows`].
#[async_trait]
pub trait OrganizationStore: MemberStore + InvitationStore {
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
    /// Whether there is any account.
    async fn any_user(&self) -> StoreResult<bool>;
    /// The account with this email address (in lower case) and its memberships.
    async fn user_by_email(&self, email: &str) -> StoreResult<Option<(User, Vec<Membership>)>>;
    /// An account and its memberships.
    async fn user(&self, id: UserId) -> StoreResult<Option<(User, Vec<Membership>)>>;

    /// All accounts with their memberships, newest first, for the command line.
    async fn users(&self, page: PageRequest) -> StoreResult<Page<(User, Vec<Membership>)>>;

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
