//! Roles of members, and what a role may do through the API.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{generation::GENERATION_JOB, jobs::JobKind, monitors::run::MONITOR_JOB};

/// A member's role. Ordered: a higher role has all rights of a lower one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Reads analytics and citations, without raw answers and costs.
    Viewer,
    /// Reads figures, raw answers and costs; reads and edits prompts, rules and monitors.
    Member,
    /// Also manages sites, widgets, API keys, webhooks and members, and reads the audit log.
    Admin,
    /// May do everything, including managing owners and deleting the organization.
    Owner,
}

words! { Role, "a role": Viewer = "viewer", Member = "member", Admin = "admin", Owner = "owner" }

impl Role {
    /// Whether its holder may give, change and remove `role`: owners may do this for every role, admins for every role
    /// except owner.
    pub const fn may_give(self, role: Role) -> bool {
        match self {
            Role::Owner => true,
            Role::Admin => !matches!(role, Role::Owner),
            Role::Member | Role::Viewer => false,
        }
    }

    /// Whether its holder can be limited to some sites of the organization. Higher roles see all sites.
    pub const fn can_have_site_list(self) -> bool {
        matches!(self, Role::Viewer | Role::Member)
    }

    /// Whether its holder may change a member's role from `before` to `after`; `None` if the member is removed or keeps
    /// the role. They must be allowed to give both roles.
    pub fn may_change(self, before: Role, after: Option<Role>) -> bool {
        self.may_give(before) && after.is_none_or(|after| self.may_give(after))
    }

    /// The lowest role of a member who may start a job of this kind, and so may see its result.
    pub fn needed_to_start(kind: &JobKind) -> Role {
        // Kinds that are not listed here are for admins, such as those of webhooks. This includes new kinds by default.
        if [GENERATION_JOB, MONITOR_JOB].contains(kind) { Role::Member } else { Role::Admin }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_owner_is_made_changed_and_removed_by_owners_alone() {
        for role in [Role::Viewer, Role::Member, Role::Admin] {
            assert!(!role.may_give(Role::Owner), "{role}");
            assert!(!role.may_change(Role::Owner, None), "{role}");
            assert!(!role.may_change(Role::Owner, Some(Role::Viewer)), "{role}");
            assert!(!role.may_change(Role::Member, Some(Role::Owner)), "{role}");
        }
        assert!(Role::Owner.may_change(Role::Owner, Some(Role::Viewer)));
        assert!(Role::Admin.may_change(Role::Admin, Some(Role::Viewer)));
        assert!(Role::Admin.may_change(Role::Viewer, None));
    }
}
