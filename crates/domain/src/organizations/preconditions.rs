//! Preconditions: facts on which the decision about a change was based. The store checks them again in the transaction
//! of the change, so that a permission that was removed in between prevents the change.

use crate::{
    identity::{
        grounds::SessionGround,
        member::{Member, MemberStatus},
        role::Role,
        secret::SecretDigest,
    },
    organizations::plan::Plan,
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
        /// Their role.
        role: Role,
        /// Whether they have joined.
        status: MemberStatus,
        /// A condition on the sites that they may see.
        sites: SitesPrecondition,
    },
    /// The calling key is active.
    Key(KeyId),
    /// The calling service account exists, with this role, and its token is valid.
    ServiceAccount {
        /// The service account.
        id: ServiceAccountId,
        /// The SHA-256 of its token.
        token: SecretDigest,
        /// Its role.
        role: Role,
        /// A condition on the sites that it may see.
        sites: SitesPrecondition,
    },
    /// The calling app is connected.
    App(AppId),
    /// The calling session has not ended.
    Session(SessionGround),
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
        Precondition::Member { user: self.user_id, role: self.role, status: self.status, sites }
    }
}
