//! Checked input for new accounts and invitations. Nothing here is stored yet.

use jiff::Timestamp;

use crate::{
    id::{OrgId, UserId},
    mail::AddressState,
    organization::{Organization, OrganizationSettings, User, slug_of},
    plan::Plan,
    role::Role,
    secret::Secret,
    visible_sites::VisibleSites,
};

pub use crate::account_input::{AddressChange, InvitationAcceptance, PasswordChange, ResetFinish, SetUp, SignUp};
pub use crate::member_input::{MAX_SITES_OF_MEMBER, MemberEdit, NewMember};

/// An account to be created.
#[derive(Debug, Clone)]
pub struct NewAccount {
    /// Email address in lower case.
    pub email: String,
    /// Name, empty when none was given.
    pub name: String,
    /// Its password, until it is hashed.
    pub password: Secret,
}

/// Someone who gets an account with an organization of their own.
#[derive(Debug, Clone)]
pub struct Founder {
    /// The account.
    pub account: NewAccount,
    /// The organization's name.
    pub organization_name: String,
}

/// A new password for an account.
#[derive(Debug, Clone)]
pub struct ChangedPassword {
    /// The current password as the caller gave it; empty if the account has none.
    pub current: Secret,
    /// The new password.
    pub new: Secret,
}

/// A person to be invited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitee {
    /// The email address that the inviter typed, in lower case.
    pub email: String,
    /// What they shall be allowed to do.
    pub role: Role,
    /// The sites that they will see.
    pub sites: VisibleSites,
}

/// A member's role, and the sites that they see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberAccess {
    /// The role.
    pub role: Role,
    /// The sites that they see; all of them for admins and owners.
    pub sites: VisibleSites,
}

impl NewAccount {
    /// The account as it is stored; `password_hash` is the hash of its password.
    pub fn into_user(self, id: UserId, password_hash: String, at: Timestamp) -> User {
        User {
            id,
            email: self.email,
            name: self.name,
            created_at: at,
            password_hash: Some(password_hash),
            address: AddressState::default(),
        }
    }
}

impl Founder {
    /// The organization as it is stored, with a slug made from its name.
    pub fn organization(&self, id: OrgId, plan: Plan, at: Timestamp) -> Organization {
        let name = self.organization_name.clone();
        Organization::new(id, OrganizationSettings { slug: slug_of(&name), name }, plan, at)
    }
}
