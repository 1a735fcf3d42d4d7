//! Invitations as they are stored.

use askline_domain::{
    identity::{
        mail_language::MailLanguage,
        role::Role,
        secret::{Secret, SecretDigest},
    },
    mail::MailContent,
    organizations::{
        member::{INVITATION_LASTS, MemberStatus},
        preconditions::{Precondition, RolePrecondition, SitesPrecondition},
    },
    shared::ids::{OrgId, UserId},
    sites::visible::VisibleSites,
};
use jiff::Timestamp;

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
        let role = RolePrecondition::Exactly(self.role);
        Precondition::Member { user: self.user_id, role, status: MemberStatus::Pending, sites }
    }
}
