//! Identity providers of the operator: whom they let in, and with which role.
//!
//! What a provider says about a person counts only as far as its settings name it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    identity::{email_address::check_email, role::Role, second_factor::assurance::Proof},
    shared::{
        ids::OrgId,
        violation::{Violation, Violations},
    },
};

/// The issuer of identities that a gate in front of the service reports in headers.
pub const HEADER_ISSUER: &str = "header";
/// The maximum length of a provider's name in the settings, in characters.
pub const MAX_PROVIDER_NAME_CHARACTERS: usize = 40;
/// The maximum length of a subject, in bytes. Source: OpenID Connect Core 1.0 §2.
pub const MAX_SUBJECT_BYTES: usize = 255;
/// The maximum number of groups of a person that are read.
pub const MAX_GROUPS: usize = 1_000;
/// The maximum length of a group's name, in characters.
pub const MAX_GROUP_CHARACTERS: usize = 200;

/// An organization that people join when they sign in, and their role there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grant {
    /// The organization.
    pub org: OrgId,
    /// The role.
    pub role: Role,
}

/// Whether the provider's sign-in also counts as a second factor.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum FactorTrust {
    /// The account's own second factor is asked for.
    #[default]
    Own,
    /// The provider asked for one.
    Trusted,
}

words! {
    FactorTrust, "who asks for the second factor":
    Own = "own",
    Trusted = "trusted",
}

/// Whom a provider lets in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Admission {
    /// The domains of addresses whose people come in, in ASCII.
    pub email_domains: Vec<String>,
    /// The organizations that each person joins at the first sign-in.
    pub organizations: Vec<Grant>,
    /// The groups whose people come in, and what each group gives.
    pub groups: BTreeMap<String, Grant>,
    /// Whether everyone whom the provider knows comes in: only for a gate that the operator put in front of the service.
    pub everyone: bool,
}

/// An identity provider, as far as decisions about people need it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provider {
    /// Its name in the settings and in paths.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// Whose identities it proves.
    pub issuer: String,
    /// Whom it lets in.
    pub admission: Admission,
    /// Whether people of its domains have no sign-in with a password.
    pub required: bool,
    /// Whether its sign-in also counts as a second factor.
    pub second_factor: FactorTrust,
}

/// What a provider proved about a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProvenIdentity {
    /// The provider's name in the settings.
    pub provider: String,
    /// The issuer.
    pub issuer: String,
    /// The person's id there, which never changes.
    pub subject: String,
    /// The email address in its stored form; `None` if the provider named none that can be stored.
    pub email: Option<String>,
    /// Whether the provider says that the address is the person's.
    pub email_verified: bool,
    /// The name; empty if the provider named none.
    pub name: String,
    /// The groups.
    pub groups: Vec<String>,
}

/// What a person gets in one organization.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GivenRole {
    /// The organization and the role.
    pub grant: Grant,
    /// Whether a group gives it, so that it is computed again at each sign-in.
    pub by_group: bool,
}

impl Provider {
    /// What its sign-in proves.
    pub const fn proof(&self) -> Proof {
        match self.second_factor {
            FactorTrust::Own => Proof::Provider,
            FactorTrust::Trusted => Proof::TrustedProvider,
        }
    }

    /// Whether a person without an account may get one.
    pub fn admits(&self, identity: &ProvenIdentity) -> bool {
        let Admission { groups, everyone, .. } = &self.admission;
        *everyone || self.admits_by_domain(identity) || identity.groups.iter().any(|group| groups.contains_key(group))
    }

    /// An address counts only if the provider says that it is the person's.
    fn admits_by_domain(&self, identity: &ProvenIdentity) -> bool {
        identity.email_verified && identity.email.as_deref().is_some_and(|email| self.has_domain_of(email))
    }

    /// Whether an address belongs to one of the provider's domains.
    pub fn has_domain_of(&self, email: &str) -> bool {
        let domain = email.rsplit_once('@').map(|(_, domain)| domain);
        domain.is_some_and(|domain| self.admission.email_domains.iter().any(|own| own == domain))
    }

    /// What the person gets, at most one role for each organization. A role by groups, the highest one, replaces that of
    /// everyone.
    pub fn roles_of(&self, identity: &ProvenIdentity) -> Vec<GivenRole> {
        if !self.admits(identity) {
            return Vec::new();
        }
        let Admission { organizations, groups, .. } = &self.admission;
        let mut roles: BTreeMap<OrgId, GivenRole> = BTreeMap::new();
        for grant in identity.groups.iter().filter_map(|group| groups.get(group)) {
            let given = GivenRole { grant: *grant, by_group: true };
            let best = roles.entry(grant.org).or_insert(given);
            best.grant.role = best.grant.role.max(grant.role);
        }
        for grant in organizations {
            roles.entry(grant.org).or_insert(GivenRole { grant: *grant, by_group: false });
        }
        roles.into_values().collect()
    }

    /// The organizations in which groups decide the role.
    pub fn organizations_of_groups(&self) -> impl Iterator<Item = OrgId> {
        self.admission.groups.values().map(|grant| grant.org)
    }

    /// Every organization that the settings name.
    pub fn organizations(&self) -> impl Iterator<Item = OrgId> {
        self.admission.organizations.iter().map(|grant| grant.org).chain(self.organizations_of_groups())
    }
}

/// Returns a domain of addresses in its stored form, or what is wrong with it.
pub fn check_email_domain(domain: &str) -> Result<String, Vec<Violation>> {
    let mut violations = Violations::new();
    let email = check_email("domain", &format!("a@{}", domain.trim()), &mut violations);
    let domain = email.as_deref().and_then(|email| email.rsplit_once('@')).map(|(_, domain)| domain.to_owned());
    violations.finish(())?;
    Ok(domain.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::ids::Id as _;
    use proptest::prelude::*;

    fn grant(org: u128, role: Role) -> Grant {
        Grant { org: OrgId::from_bits(org), role }
    }

    fn provider(admission: Admission) -> Provider {
        Provider {
            name: "acme".into(),
            title: "Acme".into(),
            issuer: "https://id.example.com".into(),
            admission,
            required: false,
            second_factor: FactorTrust::Own,
        }
    }

    fn person(email: &str, email_verified: bool, groups: &[&str]) -> ProvenIdentity {
        ProvenIdentity {
            provider: "acme".into(),
            issuer: "https://id.example.com".into(),
            subject: "1".into(),
            email: Some(email.into()),
            email_verified,
            name: String::new(),
            groups: groups.iter().map(ToString::to_string).collect(),
        }
    }

    #[test]
    fn a_person_is_admitted_by_a_confirmed_address_of_a_named_domain_or_by_a_named_group() {
        let admission = Admission {
            email_domains: vec!["example.com".into()],
            groups: BTreeMap::from([("staff".into(), grant(2, Role::Admin))]),
            ..Admission::default()
        };
        let acme = provider(admission);
        for (email, verified, groups, admitted) in [
            ("a@example.com", true, &[] as &[&str], true),
            ("a@example.com", false, &[], false),
            ("a@example.com.evil.example", true, &[], false),
            ("a@sub.example.com", true, &[], false),
            ("a@evil.example", true, &["staff"], true),
            ("a@evil.example", false, &["staff"], true),
            ("a@evil.example", true, &["Staff", "staffs"], false),
        ] {
            assert_eq!(acme.admits(&person(email, verified, groups)), admitted, "{email} {verified} {groups:?}");
        }
        assert!(!provider(Admission::default()).admits(&person("a@example.com", true, &["staff"])));
    }

    #[test]
    fn the_highest_role_of_the_groups_replaces_that_of_everyone() {
        let admission = Admission {
            email_domains: vec!["example.com".into()],
            organizations: vec![grant(1, Role::Viewer), grant(2, Role::Admin)],
            groups: BTreeMap::from([
                ("staff".into(), grant(2, Role::Viewer)),
                ("editors".into(), grant(2, Role::Member)),
                ("owners".into(), grant(3, Role::Owner)),
            ]),
            ..Admission::default()
        };
        let roles = provider(admission).roles_of(&person("a@example.com", true, &["editors", "staff"]));
        let given = |org, role, by_group| GivenRole { grant: grant(org, role), by_group };
        assert_eq!(roles, [given(1, Role::Viewer, false), given(2, Role::Member, true)]);
    }

    proptest! {
        #[test]
        fn a_person_gets_at_most_one_role_in_an_organization_and_none_without_admission(
            groups in prop::collection::vec(0_u8..6, 0..6),
            named in prop::collection::btree_map(0_u8..6, (0_u128..3, 0_usize..4), 0..6),
            organizations in prop::collection::vec((0_u128..3, 0_usize..4), 0..3),
            verified: bool,
        ) {
            let admission = Admission {
                email_domains: vec!["example.com".into()],
                organizations: organizations.iter().map(|(org, role)| grant(*org, Role::EVERY[*role])).collect(),
                groups: named.iter().map(|(name, (org, role))| (name.to_string(), grant(*org, Role::EVERY[*role]))).collect(),
                everyone: false,
            };
            let mut who = person("a@example.com", verified, &[]);
            who.groups = groups.iter().map(ToString::to_string).collect();
            let acme = provider(admission);
            let roles = acme.roles_of(&who);
            prop_assert!(roles.is_sorted_by_key(|role| role.grant.org));
            prop_assert!(roles.windows(2).all(|pair| pair[0].grant.org != pair[1].grant.org));
            prop_assert!(roles.is_empty() || acme.admits(&who));
            for given in &roles {
                let wanted = if given.by_group {
                    groups.iter().filter_map(|group| named.get(group)).filter(|(org, _)| OrgId::from_bits(*org) == given.grant.org)
                        .map(|(_, role)| Role::EVERY[*role]).max()
                } else {
                    organizations.iter().find(|(org, _)| OrgId::from_bits(*org) == given.grant.org).map(|(_, role)| Role::EVERY[*role])
                };
                prop_assert_eq!(Some(given.grant.role), wanted);
            }
        }
    }
}
