//! The role that a key's scope needs.

use super::scope::Scope;
use crate::identity::role::Role;

impl Role {
    /// The lowest role whose holder may do what `scope` allows a key.
    pub const fn needed_for(scope: Scope) -> Role {
        match scope {
            // A viewer uses the dashboard, which lists the sites whose analytics and citations it shows.
            Scope::AnalyticsRead | Scope::CitationsRead | Scope::SitesRead | Scope::OrgRead => Role::Viewer,
            Scope::PromptsRead | Scope::PromptsWrite | Scope::CreditsRead | Scope::RulesRead | Scope::RulesWrite => {
                Role::Member
            }
            Scope::SitesWrite | Scope::All => Role::Admin,
        }
    }

    /// The role that a key with these scopes needs, if it is higher than this one: members cannot give a key more
    /// rights than they have themselves.
    pub fn lacks_for(self, scopes: impl IntoIterator<Item = Scope>) -> Option<Role> {
        scopes.into_iter().map(Role::needed_for).max().filter(|needed| self < *needed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_gives_no_key_more_than_their_own_role_may_do() {
        assert_eq!(Role::Member.lacks_for([Scope::PromptsWrite, Scope::AnalyticsRead]), None);
        assert_eq!(Role::Viewer.lacks_for([]), None);
        for (role, scope, needed) in [
            (Role::Viewer, Scope::PromptsRead, Role::Member),
            (Role::Member, Scope::SitesWrite, Role::Admin),
            (Role::Member, Scope::All, Role::Admin),
        ] {
            assert_eq!(role.lacks_for([Scope::AnalyticsRead, scope]), Some(needed), "{role} {scope}");
        }
        for role in [Role::Admin, Role::Owner] {
            assert_eq!(role.lacks_for(Scope::EVERY), None, "{role}");
        }
    }
}
