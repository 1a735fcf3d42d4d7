//! Changes of members by the use cases, with records and times that a test chooses.

use askline_app::{
    error::{Conflict, Credential, Limit, UseCaseError},
    members::{self, Joiner, Pending},
    ports::{
        StoreResult,
        invitation::{Invitation, InvitationToken},
    },
};
use askline_domain::{
    audit::AuditDraft,
    identity::secret::SecretDigest,
    organizations::{
        member::{Member, MemberAccess},
        plan::Plan,
    },
    shared::ids::{OrgId, UserId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::backend::{Metadata, unexpected};

/// The result of an invitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MemberAddition {
    Invited(Pending),
    AlreadyMember,
    AlreadyInvited,
    LimitReached,
    TooManyPending,
}

/// The result of requesting a new token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Renewal {
    Renewed(Pending),
    AlreadyMember,
    Missing,
}

/// The result of accepting an invitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Joining {
    Joined(UserId),
    Unknown,
    AlreadyMember,
    EmailTaken,
    LimitReached,
}

/// The result of a change to a member; the member as they are now, or were before a removal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MemberChange {
    Changed(Member),
    LastOwner,
    Missing,
}

#[async_trait]
pub trait MemberChanges {
    async fn invite_member(
        &self,
        org: OrgId,
        invitation: &Invitation,
        seats: Option<u32>,
        entry: AuditDraft,
    ) -> StoreResult<MemberAddition>;
    async fn renew_invitation(
        &self,
        org: OrgId,
        pending: UserId,
        token: &InvitationToken,
        entry: AuditDraft,
    ) -> StoreResult<Renewal>;
    async fn take_up_invitation(
        &self,
        digest: SecretDigest,
        joiner: &Joiner,
        at: Timestamp,
        entry: AuditDraft,
    ) -> StoreResult<Joining>;
    async fn set_access(
        &self,
        org: OrgId,
        user: UserId,
        access: &MemberAccess,
        entry: AuditDraft,
    ) -> StoreResult<MemberChange>;
    async fn remove_member(&self, org: OrgId, user: UserId, entry: AuditDraft) -> StoreResult<MemberChange>;
}

#[async_trait]
impl<S: Metadata> MemberChanges for S {
    async fn invite_member(
        &self,
        org: OrgId,
        invitation: &Invitation,
        seats: Option<u32>,
        entry: AuditDraft,
    ) -> StoreResult<MemberAddition> {
        match members::add_invitation(self, org, invitation, (Plan::Pro, seats), entry).await {
            Ok(pending) => Ok(MemberAddition::Invited(pending)),
            Err(UseCaseError::InConflict(Conflict::AlreadyMember)) => Ok(MemberAddition::AlreadyMember),
            Err(UseCaseError::InConflict(Conflict::AlreadyInvited)) => Ok(MemberAddition::AlreadyInvited),
            Err(UseCaseError::LimitReached(Limit::Seats { .. })) => Ok(MemberAddition::LimitReached),
            Err(UseCaseError::LimitReached(Limit::PendingMembers)) => Ok(MemberAddition::TooManyPending),
            Err(error) => unexpected(error),
        }
    }

    async fn renew_invitation(
        &self,
        org: OrgId,
        pending: UserId,
        token: &InvitationToken,
        entry: AuditDraft,
    ) -> StoreResult<Renewal> {
        let Some(pending) = self.member(org, pending).await? else { return Ok(Renewal::Missing) };
        match members::renew_token(self, org, &pending, token, entry).await {
            Ok(pending) => Ok(Renewal::Renewed(pending)),
            Err(UseCaseError::InConflict(Conflict::AlreadyMember)) => Ok(Renewal::AlreadyMember),
            Err(UseCaseError::NotFound(_)) => Ok(Renewal::Missing),
            Err(error) => unexpected(error),
        }
    }

    async fn take_up_invitation(
        &self,
        digest: SecretDigest,
        joiner: &Joiner,
        at: Timestamp,
        entry: AuditDraft,
    ) -> StoreResult<Joining> {
        match members::take_up(self, digest, joiner, AuditDraft { occurred_at: at, ..entry }).await {
            Ok(account) => Ok(Joining::Joined(account)),
            Err(UseCaseError::WrongCredential(Credential::Invitation)) => Ok(Joining::Unknown),
            Err(UseCaseError::InConflict(Conflict::JoinedAlready)) => Ok(Joining::AlreadyMember),
            Err(UseCaseError::InConflict(Conflict::AddressOfJoinerTaken)) => Ok(Joining::EmailTaken),
            Err(UseCaseError::LimitReached(Limit::SeatsToJoin)) => Ok(Joining::LimitReached),
            Err(error) => unexpected(error),
        }
    }

    async fn set_access(
        &self,
        org: OrgId,
        user: UserId,
        access: &MemberAccess,
        entry: AuditDraft,
    ) -> StoreResult<MemberChange> {
        changed(members::set_access(self, org, user, access, entry).await)
    }

    async fn remove_member(&self, org: OrgId, user: UserId, entry: AuditDraft) -> StoreResult<MemberChange> {
        changed(members::end_membership(self, org, user, entry).await)
    }
}

fn changed(member: Result<Member, UseCaseError>) -> StoreResult<MemberChange> {
    match member {
        Ok(member) => Ok(MemberChange::Changed(member)),
        Err(UseCaseError::InConflict(Conflict::OnlyOwner)) => Ok(MemberChange::LastOwner),
        Err(UseCaseError::NotFound(_)) => Ok(MemberChange::Missing),
        Err(error) => unexpected(error),
    }
}
