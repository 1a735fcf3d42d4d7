//! Rows of members and invitations in a change.

use askline_domain::{
    identity::{role::Role, secret::SecretDigest},
    mail::Mail,
    organizations::{
        SeatCount,
        member::{Member, MemberAccess, MemberStatus},
        plan::Plan,
    },
    shared::ids::{OrgId, UserId},
    sites::visible::VisibleSites,
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::{
    StoreResult,
    invitation::{Invitation, InvitationToken, OpenInvitation},
};

/// Rows of members. An organization or an account whose members were written is among what the commit notifies about.
#[async_trait]
pub trait MemberRows: Send {
    /// One member, or one invited person.
    async fn member(&mut self, org: OrgId, user: UserId) -> StoreResult<Option<Member>>;
    /// Whether an email address belongs to a member or was invited; `None` if neither.
    async fn status_of_email(&mut self, org: OrgId, email: &str) -> StoreResult<Option<MemberStatus>>;
    /// The seats in use.
    async fn seats(&mut self, org: OrgId) -> StoreResult<SeatCount>;
    /// The number of owners besides this member. Invited people do not count.
    async fn count_other_owners(&mut self, org: OrgId, user: UserId) -> StoreResult<u32>;
    /// The access as it may be stored now: higher roles have no list of sites, and a list has no deleted site.
    async fn access_to_store(&mut self, org: OrgId, access: &MemberAccess) -> StoreResult<MemberAccess>;
    /// The sites as they may be stored now: a list has no deleted site.
    async fn sites_to_store(&mut self, org: OrgId, sites: &VisibleSites) -> StoreResult<VisibleSites>;
    /// Stores a new member.
    async fn insert_member(
        &mut self,
        org: OrgId,
        user: UserId,
        access: &MemberAccess,
        at: Timestamp,
    ) -> StoreResult<()>;
    /// Stores the access of a member.
    async fn replace_access(&mut self, org: OrgId, user: UserId, access: &MemberAccess) -> StoreResult<()>;
    /// Ends a membership. The account stays.
    async fn delete_member(&mut self, org: OrgId, user: UserId) -> StoreResult<()>;
}

/// Rows of invitations.
#[async_trait]
pub trait InvitationRows: Send {
    /// The invitation of the token with this digest, if the token is valid at `at`, and the plan of its organization.
    async fn open_invitation(
        &mut self,
        digest: SecretDigest,
        at: Timestamp,
    ) -> StoreResult<Option<(OpenInvitation, Plan)>>;
    /// The member who is responsible for the token of an invitation, and their role, `None` if they are no member; `None`
    /// if the operator is responsible, or there is no such invitation.
    async fn inviter(&mut self, org: OrgId, pending: UserId) -> StoreResult<Option<(UserId, Option<Role>)>>;
    /// The number of an organization's invitations; counts no further than `most`.
    async fn count_invitations(&mut self, org: OrgId, most: u32) -> StoreResult<u32>;
    /// Stores a new invitation.
    async fn insert_invitation(&mut self, org: OrgId, invitation: &Invitation) -> StoreResult<()>;
    /// Gives an invitation another token, and ends the old one.
    async fn replace_token(&mut self, org: OrgId, pending: UserId, token: &InvitationToken) -> StoreResult<()>;
    /// Stores the access that an invited person will have.
    async fn replace_invited_access(&mut self, org: OrgId, pending: UserId, access: &MemberAccess) -> StoreResult<()>;
    /// Ends the tokens for a role that `inviter` is responsible for. The invitations stay pending, so that another member
    /// can see, renew or withdraw them.
    async fn end_tokens(&mut self, org: OrgId, inviter: UserId, role: Role) -> StoreResult<()>;
    /// Deletes an invitation that was withdrawn or accepted.
    async fn delete_invitation(&mut self, org: OrgId, pending: UserId) -> StoreResult<()>;
    /// Emails an invited person, unless this instance sends no email or a limit of it is reached; returns whether it is
    /// sent.
    async fn mail_invited(&mut self, org: OrgId, pending: UserId, mail: &Mail) -> StoreResult<bool>;
}
