//! Preconditions: facts on which the decision about a change was based. The store checks them again in the transaction
//! of the change, so that a permission that was removed in between prevents the change.

use std::net::IpAddr;

use crate::{
    identity::{grounds::SessionGround, role::Role, secret::SecretDigest},
    keys::scope::Scope,
    organizations::{
        member::{Member, MemberStatus},
        plan::Plan,
    },
    shared::ids::{AppId, KeyId, ServiceAccountId, SiteId, UserId},
    sites::visible::VisibleSites,
};

/// A fact about the organization that must still hold when the change is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Precondition {
    /// The organization has this plan.
    Plan(Plan),
    /// A member or invited person has this role: the caller, or the person that the change is about.
    Member {
        /// The person.
        user: UserId,
        /// A condition on their role.
        role: RolePrecondition,
        /// Whether they have joined.
        status: MemberStatus,
        /// A condition on the sites that they may see.
        sites: SitesPrecondition,
    },
    /// The calling key may still make the request.
    Key(KeyNeeds),
    /// The calling service account may still make the request.
    ServiceAccount(ServiceAccountNeeds),
    /// The calling app is connected.
    App(AppId),
    /// The organization demands no second factor: the caller gave none.
    NoSecondFactorDemanded,
    /// The calling session has not ended.
    Session(SessionGround),
}

/// What a request needs of the key that makes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyNeeds {
    /// The key.
    pub id: KeyId,
    /// The scope that the route needs, if it needs one.
    pub scope: Option<Scope>,
    /// A condition on the sites that it may access.
    pub sites: SitesPrecondition,
    /// The address of the client; `None` if it is unreadable.
    pub address: Option<IpAddr>,
}

/// What a request needs of the service account that makes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceAccountNeeds {
    /// The service account.
    pub id: ServiceAccountId,
    /// The SHA-256 of its token.
    pub token: SecretDigest,
    /// The role that it had.
    pub role: Role,
    /// A condition on the sites that it may see.
    pub sites: SitesPrecondition,
    /// The address of the client; `None` if it is unreadable.
    pub address: Option<IpAddr>,
}

/// A condition on the role of a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RolePrecondition {
    /// Of a caller: the role that they had, or a higher one, which has all its rights.
    AtLeast(Role),
    /// Of the person that the change is about: the role that was seen.
    Exactly(Role),
}

impl RolePrecondition {
    /// Whether the condition holds for a member with this role.
    pub fn holds(self, role: Role) -> bool {
        match self {
            Self::AtLeast(needed) => role >= needed,
            Self::Exactly(seen) => role == seen,
        }
    }
}

/// A condition on the sites that a member may see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SitesPrecondition {
    /// No condition: the decision was about no site.
    Any,
    /// The member may see this site, with or without others.
    Sees(SiteId),
    /// The member may see exactly these sites.
    Exactly(VisibleSites),
}

impl SitesPrecondition {
    /// Whether the condition holds for a member who may see `sites`.
    pub fn holds(&self, sites: &VisibleSites) -> bool {
        match self {
            Self::Any => true,
            Self::Sees(site) => sites.includes(*site),
            Self::Exactly(told) => told == sites,
        }
    }
}

impl Member {
    /// The precondition of a decision about this member.
    pub fn precondition(&self) -> Precondition {
        let sites = SitesPrecondition::Exactly(self.sites.clone());
        let role = RolePrecondition::Exactly(self.role);
        Precondition::Member { user: self.user_id, role, status: self.status, sites }
    }
}
