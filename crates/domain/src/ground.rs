//! What a right to a change stood on when it was judged. The store compares it again in the transaction of the change:
//! whatever was taken away in between takes the change with it.

use crate::{
    id::{KeyId, SiteId, UserId},
    organization::MemberStatus,
    plan::Plan,
    role::Role,
    visible_sites::VisibleSites,
};

/// A fact about the organization of the change that must still hold when it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ground {
    /// Its plan.
    Plan(Plan),
    /// A member, or one who was invited, with this role: who calls, or whom the change is about.
    Member {
        /// Who.
        user: UserId,
        /// What they may do.
        role: Role,
        /// Whether they joined.
        status: MemberStatus,
        /// What must hold of the sites that they see.
        sites: SitesGround,
    },
    /// The key that calls is in force.
    Key(KeyId),
}

/// What a decision stood on among the sites that a member sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SitesGround {
    /// On nothing: it was about no site.
    Any,
    /// The member sees this site, with or without others.
    Sees(SiteId),
    /// The member sees exactly these sites, no more and no fewer.
    Exactly(VisibleSites),
}

impl SitesGround {
    /// Whether it holds of a member who sees `sites`.
    pub fn holds(&self, sites: &VisibleSites) -> bool {
        match self {
            Self::Any => true,
            Self::Sees(site) => sites.includes(*site),
            Self::Exactly(told) => told == sites,
        }
    }
}
