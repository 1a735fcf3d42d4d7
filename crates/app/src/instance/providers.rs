//! The identity providers of an instance.

use std::sync::Arc;

use askline_domain::{
    identity::{linked_identity::LinkedIdentity, provider::Provider, role::Role, user::User},
    organizations::member::Membership,
};

use crate::error::{Conflict, UseCaseError};

/// The identity providers of an instance.
#[derive(Debug, Clone, Default)]
pub struct Providers {
    /// Those that people sign in to by OpenID Connect.
    pub oidc: Arc<[Provider]>,
    /// The gate in front of the service that names people in headers.
    pub gate: Option<Arc<Provider>>,
}

impl Providers {
    /// The provider of this name.
    pub fn named(&self, name: &str) -> Option<&Provider> {
        self.oidc.iter().find(|provider| provider.name == name)
    }

    fn all(&self) -> impl Iterator<Item = &Provider> {
        self.oidc.iter().chain(self.gate.as_deref())
    }

    /// The provider of this name, if its issuer is still this one.
    pub(crate) fn of_identity(&self, name: &str, issuer: &str) -> Option<&Provider> {
        self.all().find(|provider| provider.name == name && provider.issuer == issuer)
    }

    /// The name of an identity's provider for people; its name in paths if the operator removed it.
    pub fn title_of<'a>(&'a self, identity: &'a LinkedIdentity) -> &'a str {
        self.of_identity(&identity.provider, &identity.issuer).map_or(&identity.provider, |provider| &provider.title)
    }

    /// Whether anyone can sign in with an identity of this issuer now.
    pub(crate) fn is_in_use(&self, issuer: &str) -> bool {
        self.all().any(|provider| provider.issuer == issuer)
    }

    /// Whether another provider decides who has this address.
    pub(crate) fn is_for_another(&self, email: &str, than: &Provider) -> bool {
        self.oidc.iter().any(|provider| provider.issuer != than.issuer && provider.has_domain_of(email))
    }

    /// The provider that people with this address must sign in with.
    fn required_for(&self, email: &str) -> Option<&Provider> {
        self.oidc.iter().find(|provider| provider.required && provider.has_domain_of(email))
    }

    /// Whether an account may sign in with its password or a passkey. Owners of the organizations that the provider is for may if
    /// they have a second factor, so that these are not locked out while the provider does not work. Another organization does not
    /// count.
    pub(crate) fn allow_own_ways(&self, user: &User, memberships: &[Membership]) -> bool {
        self.required_for(&user.email).is_none_or(|provider| is_owner_with_factor(provider, user, memberships))
    }

    /// Refuses a sign-in with a password or a passkey if the account must sign in with a provider.
    pub(crate) fn check_own_ways_allowed(&self, user: &User, memberships: &[Membership]) -> Result<(), UseCaseError> {
        match self.required_for(&user.email) {
            Some(provider) if !is_owner_with_factor(provider, user, memberships) => {
                Err(UseCaseError::NeedsProvider(provider.title.clone()))
            }
            _ => Ok(()),
        }
    }

    /// Refuses a new account with a password if people with its address must sign in with a provider.
    pub(crate) fn check_new_password_allowed(&self, email: &str) -> Result<(), UseCaseError> {
        match self.required_for(email) {
            Some(provider) => Err(UseCaseError::NeedsProvider(provider.title.clone())),
            None => Ok(()),
        }
    }

    /// Refuses another address of an account that must sign in with a provider and would no longer have to.
    pub(crate) fn check_address_allowed(
        &self,
        user: &User,
        memberships: &[Membership],
        new: &str,
    ) -> Result<(), UseCaseError> {
        match self.required_for(&user.email) {
            Some(provider) if !provider.has_domain_of(new) && !is_owner_with_factor(provider, user, memberships) => {
                Err(Conflict::AddressOfProvider(provider.title.clone()).into())
            }
            _ => Ok(()),
        }
    }
}

fn is_owner_with_factor(provider: &Provider, user: &User, memberships: &[Membership]) -> bool {
    let is_for_none = provider.organizations().next().is_none();
    let is_for = |org| is_for_none || provider.organizations().any(|named| named == org);
    let is_owner = memberships.iter().any(|membership| membership.role == Role::Owner && is_for(membership.org_id));
    is_owner && !user.factors.is_empty()
}

#[cfg(test)]
mod tests {
    use askline_domain::{
        identity::{
            provider::{Admission, FactorTrust, Grant},
            second_factor::{
                assurance::{FactorKind, FactorSet},
                sign_in_rules::SignInRules,
            },
        },
        organizations::plan::Plan,
        shared::ids::{Id as _, OrgId, UserId},
        sites::visible::VisibleSites,
    };

    use super::*;

    fn user(email: &str, factors: FactorSet) -> User {
        User {
            id: UserId::from_bits(1),
            email: email.into(),
            name: String::new(),
            created_at: jiff::Timestamp::UNIX_EPOCH,
            password_hash: None,
            address: Default::default(),
            credential_version: Default::default(),
            locked_at: None,
            factors,
            wrong_codes: 0,
        }
    }

    #[test]
    fn a_required_provider_leaves_own_ways_only_to_its_owners_with_a_second_factor_and_keeps_addresses() {
        let (named, other) = (OrgId::from_bits(1), OrgId::from_bits(2));
        let provider = Provider {
            name: "acme".into(),
            title: "Acme".into(),
            issuer: "https://id.example.com".into(),
            admission: Admission {
                email_domains: vec!["example.com".into(), "example.net".into()],
                organizations: vec![Grant { org: named, role: Role::Viewer }],
                ..Admission::default()
            },
            required: true,
            second_factor: FactorTrust::Own,
        };
        let providers = Providers { oidc: Arc::new([provider]), gate: None };
        let (none, totp) = (FactorSet::default(), FactorSet::default().with(FactorKind::Totp));
        let member = |org, role| {
            vec![Membership {
                org_id: org,
                org_name: String::new(),
                plan: Plan::Pro,
                role,
                sites: VisibleSites::ALL,
                sign_in_rules: SignInRules::default(),
            }]
        };
        for (email, factors, memberships, is_allowed) in [
            ("a@elsewhere.example", none, vec![], true),
            ("a@example.com", none, vec![], false),
            ("a@example.com", totp, member(named, Role::Admin), false),
            ("a@example.com", none, member(named, Role::Owner), false),
            ("a@example.com", totp, member(other, Role::Owner), false),
            ("a@example.com", totp, member(named, Role::Owner), true),
        ] {
            let user = user(email, factors);
            assert_eq!(providers.allow_own_ways(&user, &memberships), is_allowed, "{email} {memberships:?}");
            assert_eq!(providers.check_own_ways_allowed(&user, &memberships).is_ok(), is_allowed, "{email}");
            let moves = |new| providers.check_address_allowed(&user, &memberships, new).is_ok();
            assert_eq!((moves("a@elsewhere.example"), moves("a@example.net")), (is_allowed, true), "{email}");
        }
    }
}
