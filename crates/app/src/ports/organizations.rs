//! Stored organizations and their members.

use askline_domain::{
    audit::AuditDraft,
    identity::{
        grounds::{NewAccountGround, OperatorGround, SessionGround},
        member::{INVITATION_LASTS, Member, MemberAccess, MemberStatus, Membership},
        role::Role,
        secret::{Secret, SecretDigest},
        user::User,
    },
    mail::{MailContent, MailLanguage},
    organizations::{
        Organization, SeatCount, Slug,
        plan::Plan,
        preconditions::{Precondition, SitesPrecondition},
    },
    shared::{
        ids::{OrgId, UserId},
        paging::{Page, PageRequest},
    },
    sites::visible::VisibleSites,
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreResult;

/// An invitation to be stored. It belongs to the organization and not to an account: the email address is what the
/// inviter typed.
#[derive(Debug, Clone)]
pub struct Invitation {
    /// The pending member's own id, which is not the id of an account.
    pub user_id: UserId,
    /// The email address of the invited person as the inviter typed it, in lower case. Another person may accept.
    pub email: String,
    /// The role in the organization.
    pub role: Role,
    /// The sites that the invited person will see.
    pub sites: VisibleSites,
    /// When it was created.
    pub created_at: Timestamp,
    /// Its token.
    pub token: InvitationToken,
}

/// The token that accepts an invitation, and who is responsible for it.
#[derive(Debug, Clone)]
pub struct InvitationToken {
    /// SHA-256 of the one-time token.
    pub digest: SecretDigest,
    /// When it expires.
    pub expires_at: Timestamp,
    /// The responsible member: the token ends when they may no longer give its role. `None` for the operator.
    pub invited_by: Option<UserId>,
    /// A second token of the same invitation, which is only in its email; `None` if no email is sent.
    pub mailed: Option<MailedToken>,
}

impl InvitationToken {
    /// The stored part of a token that was created at `at` and is not emailed.
    pub fn new(token: &Secret, invited_by: Option<UserId>, at: Timestamp) -> Self {
        Self { digest: token.digest(), expires_at: at + INVITATION_LASTS, invited_by, mailed: None }
    }
}

/// A token that is emailed to the invited person. Accepting with that address confirms the address.
#[derive(Debug, Clone)]
pub struct MailedToken {
    /// The token.
    pub secret: Secret,
    /// The language of the email.
    pub language: MailLanguage,
    /// The content of the email, including the token.
    pub content: MailContent,
    /// When it was created.
    pub at: Timestamp,
}

impl MailedToken {
    /// SHA-256 of the token.
    pub fn digest(&self) -> SecretDigest {
        self.secret.digest()
    }
}

/// An invitation whose token is valid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenInvitation {
    /// The organization.
    pub org_id: OrgId,
    /// The pending member's own id.
    pub user_id: UserId,
    /// The email address that the inviter typed.
    pub email: String,
    /// The role in the organization.
    pub role: Role,
    /// The sites that the invited person will see.
    pub sites: VisibleSites,
    /// The member who is responsible for its token; `None` for the operator.
    pub invited_by: Option<UserId>,
    /// Whether the token is the one that was emailed.
    pub by_mail: bool,
}

impl OpenInvitation {
    /// The facts about the invitation that a decision is based on.
    pub fn precondition(&self) -> Precondition {
        let sites = SitesPrecondition::Exactly(self.sites.clone());
        Precondition::Member { user: self.user_id, role: self.role, status: MemberStatus::Pending, sites }
    }
}

/// The person who accepts an invitation.
#[derive(Debug, Clone)]
#[expect(clippy::large_enum_variant, reason = "one value for a request, which is not moved often")]
pub enum Joiner {
    /// A person without an account, who gets this one.
    New(User),
    /// An account that is signed in, by its session.
    Account(SessionGround),
}

/// A person with a pending invitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invited {
    /// The pending member.
    pub member: Member,
    /// Whether the token that is meant for email is sent: no limit is reached.
    pub mailed: bool,
}

/// The result of an invitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MemberAddition {
    /// The invitation is pending.
    Invited(Invited),
    /// A member's account has this email address; nothing was stored.
    AlreadyMember,
    /// The person is already invited; nothing was stored.
    AlreadyInvited,
    /// The plan's seats are taken; nothing was stored.
    LimitReached,
    /// [`askline_domain::organizations::bounds::MAX_PENDING_MEMBERS`] people are invited; nothing was stored.
    TooManyPending,
}

/// The result of requesting a new token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Renewal {
    /// The new token is valid for the invitation, and the old one no longer is.
    Renewed(Invited),
    /// The person is already a member; nothing was stored.
    AlreadyMember,
    /// There is no such member.
    Missing,
}

/// The result of accepting an invitation. Unless the person joined, nothing is stored and the token stays valid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Joining {
    /// This account is a member now.
    Joined(UserId),
    /// The token is unknown, used, withdrawn or expired, or its inviter may no longer give the role.
    Unknown,
    /// The account is already a member.
    AlreadyMember,
    /// Another account has the email address of the new one, or can restore it.
    EmailTaken,
    /// The plan's seats are taken.
    LimitReached,
}

/// The result of a change to a member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MemberChange {
    /// The change is stored; the member as they are now, or were before a removal.
    Changed(Member),
    /// The change would leave the organization without an owner; nothing was stored.
    LastOwner,
    /// There is no such member.
    Missing,
}

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
    /// Gives an organization another name and slug, unless one of them was changed since `before` was read.
    async fn rename_organization(
        &self,
        before: &Organization,
        name: &str,
        slug: &str,
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

/// Members of organizations, and invited people.
#[async_trait]
pub trait MemberStore: Send + Sync + 'static {
    /// The number of seats in use.
    async fn seats(&self, id: OrgId) -> StoreResult<SeatCount>;
    /// Members and invited people, newest ids first.
    async fn members(&self, org: OrgId, page: PageRequest) -> StoreResult<Page<Member>>;
    /// One member, or one invited person.
    async fn member(&self, org: OrgId, user: UserId) -> StoreResult<Option<Member>>;
    /// Gives a member, or an invited person, another role or other sites. Admins and owners see every site, whatever
    /// `access` says; sites that were deleted in the meantime are left out of a list. Ends the tokens of invitations
    /// whose inviter may no longer give their role.
    async fn set_access(
        &self,
        org: OrgId,
        user: UserId,
        access: &MemberAccess,
        audit: AuditDraft,
    ) -> StoreResult<MemberChange>;
    /// Removes a member and ends the tokens of the invitations that they created, or withdraws an invitation. Accounts
    /// stay.
    async fn remove_member(&self, org: OrgId, user: UserId, audit: AuditDraft) -> StoreResult<MemberChange>;
}

/// Invitations to organizations.
#[async_trait]
pub trait InvitationStore: Send + Sync + 'static {
    /// Stores an invitation unless `most_seats` are taken, including pending ones. Makes nobody a member, even if an
    /// account with this email address exists or other organizations invited it, too.
    async fn invite_member(
        &self,
        org: OrgId,
        invitation: &Invitation,
        most_seats: Option<u32>,
        audit: AuditDraft,
    ) -> StoreResult<MemberAddition>;
    /// Gives an invitation a new token and ends the old one.
    async fn renew_invitation(
        &self,
        org: OrgId,
        pending: UserId,
        token: &InvitationToken,
        audit: AuditDraft,
    ) -> StoreResult<Renewal>;
    /// The invitation of the token with this digest, if the token is valid at `now`.
    async fn open_invitation(&self, digest: SecretDigest, now: Timestamp) -> StoreResult<Option<OpenInvitation>>;
    /// Accepts the invitation of the token with this digest, if the token is valid at `now`. Checks token, inviter and
    /// seats again.
    async fn take_up_invitation(
        &self,
        digest: SecretDigest,
        joiner: &Joiner,
        now: Timestamp,
        audit: AuditDraft,
    ) -> StoreResult<Joining>;
}
