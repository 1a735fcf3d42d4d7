//! What the decision about a change was based on. The store checks it again in the transaction of the change:
//! a right that was removed in between prevents the change.

use crate::{
    identity::{
        member::{Member, MemberStatus},
        role::Role,
    },
    organizations::plan::Plan,
    shared::ids::{KeyId, SiteId, UserId},
    sites::visible::VisibleSites,
};

/// A fact about the organization of the change that must still hold when it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Precondition {
    /// Its plan.
    Plan(Plan),
    /// A member, or an invited person, with this role: the caller, or the person whom the change is about.
    Member {
        /// Who.
        user: UserId,
        /// Their role.
        role: Role,
        /// Whether they joined.
        status: MemberStatus,
        /// A condition on the sites that they see.
        sites: SitesPrecondition,
    },
    /// The calling key is active.
    Key(KeyId),
}

/// What a decision was based on among the sites that a member sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SitesPrecondition {
    /// Nothing: it was about no site.
    Any,
    /// The member sees this site, with or without others.
    Sees(SiteId),
    /// The member sees exactly these sites, no more and no fewer.
    Exactly(VisibleSites),
}

impl SitesPrecondition {
    /// Whether it is true for a member who sees `sites`.
    pub fn holds(&self, sites: &VisibleSites) -> bool {
        match self {
            Self::Any => true,
            Self::Sees(site) => sites.includes(*site),
            Self::Exactly(told) => told == sites,
        }
    }
}

impl Member {
    /// What a decision about them is based on.
    pub fn precondition(&self) -> Precondition {
        let sites = SitesPrecondition::Exactly(self.sites.clone());
        Precondition::Member { user: self.user_id, role: self.role, status: self.status, sites }
    }
}
