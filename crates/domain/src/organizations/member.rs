//! Members of an organization, and people who are invited to it.

use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    identity::{role::Role, second_factor::sign_in_rules::SignInRules},
    organizations::plan::Plan,
    shared::ids::{OrgId, UserId},
    sites::visible::VisibleSites,
};

/// How long an invitation is valid.
pub const INVITATION_LASTS: SignedDuration = SignedDuration::from_hours(7 * 24);

/// A user's membership in one organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Membership {
    /// The organization.
    pub org_id: OrgId,
    /// The organization's name.
    pub org_name: String,
    /// The organization's plan.
    pub plan: Plan,
    /// The member's role.
    pub role: Role,
    /// The sites that the member sees.
    pub sites: VisibleSites,
    /// What the organization demands of sign-ins.
    pub sign_in_rules: SignInRules,
}

/// A member, or an invited person, as others in the organization see them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// The member's account. For an invited person, an id that belongs to the invitation and identifies no account.
    pub user_id: UserId,
    /// The account's email address; for an invited person, the one that the inviter typed.
    pub email: String,
    /// The name; empty if none was given.
    pub name: String,
    /// The member's role.
    pub role: Role,
    /// The sites that they see, or will see.
    pub sites: VisibleSites,
    /// Whether they accepted the invitation.
    pub status: MemberStatus,
    /// When they joined or were invited.
    pub created_at: Timestamp,
    /// When the invitation's token expires; `None` for members, and for invitations without a token.
    pub invitation_expires_at: Option<Timestamp>,
    /// The mail server's answer if it refused the email address; `None` if it did not.
    pub mail_refused: Option<String>,
}

/// Whether someone is a member or only invited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MemberStatus {
    /// They are a member.
    Active,
    /// They are invited, but not part of the organization until they accept the invitation.
    Pending,
}

/// A member's role, and the sites that they see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberAccess {
    /// The role.
    pub role: Role,
    /// The sites that they see; all of them for admins and owners.
    pub sites: VisibleSites,
}

/// A person to be invited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitee {
    /// The email address that the inviter typed, in lower case.
    pub email: String,
    /// The role that they will have.
    pub role: Role,
    /// The sites that they will see.
    pub sites: VisibleSites,
}

impl Member {
    /// Their role, and the sites that they see.
    pub fn access(&self) -> MemberAccess {
        MemberAccess { role: self.role, sites: self.sites.clone() }
    }
}
