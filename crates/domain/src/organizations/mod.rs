//! Organizations: customers with their sites, API keys and members.

pub mod bounds;
pub mod brand;
mod caller_needs;
pub mod credit_reservation;
pub mod founding;
pub mod input;
pub mod ledger;
pub mod member;
pub mod member_input;
pub mod plan;
pub mod preconditions;

use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    identity::second_factor::sign_in_rules::SignInRules,
    organizations::{brand::Brand, plan::Plan},
    shared::{ids::OrgId, violation::Violations},
};

/// The maximum number of characters of a slug.
pub const MAX_SLUG_CHARACTERS: usize = 40;
/// The form of a slug: words of lower-case ASCII letters and digits, separated by single hyphens.
pub const SLUG_PATTERN: &str = "^[a-z0-9]+(?:-[a-z0-9]+)*$";
/// How long a deleted organization counts toward the number of organizations that its creator may create.
pub const FOUNDING_REMEMBERED: SignedDuration = SignedDuration::from_hours(31 * 24);

/// An organization: a customer with sites, API keys and members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Organization {
    /// Its id.
    pub id: OrgId,
    /// Its name.
    pub name: String,
    /// Lower-case letters, digits and hyphens; unique.
    pub slug: String,
    /// When it was created.
    pub created_at: Timestamp,
    /// Its plan.
    pub plan: Plan,
    /// What it demands of its members' sign-ins.
    pub sign_in_rules: SignInRules,
    /// The brand under which it shows reports and shared links; `None` for Askline's.
    pub brand: Option<Brand>,
}

/// Checked settings of an organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrganizationSettings {
    /// Its name.
    pub name: String,
    /// Lower-case letters, digits and hyphens.
    pub slug: String,
    /// What it demands of its members' sign-ins.
    pub sign_in_rules: SignInRules,
    /// Its brand.
    pub brand: Option<Brand>,
}

impl OrganizationSettings {
    /// The settings of an organization whose slug is derived from its name.
    pub fn of_name(name: String) -> Self {
        Self { slug: slug_of(&name), name, sign_in_rules: SignInRules::default(), brand: None }
    }
}

/// Where an organization's slug comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slug {
    /// A person chose it; it is refused if another organization has it.
    Chosen,
    /// It was derived from the name; a number is appended if another organization has it.
    FromName,
}

impl Organization {
    /// Creates an organization.
    pub fn new(id: OrgId, settings: OrganizationSettings, plan: Plan, at: Timestamp) -> Self {
        let OrganizationSettings { name, slug, sign_in_rules, brand } = settings;
        Self { id, name, slug, created_at: at, plan, sign_in_rules, brand }
    }

    /// Whether the organization already has these settings.
    pub fn has(&self, settings: &OrganizationSettings) -> bool {
        self.name == settings.name
            && self.slug == settings.slug
            && self.sign_in_rules == settings.sign_in_rules
            && self.brand == settings.brand
    }
}

/// How many seats are in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeatCount {
    /// The number of members.
    pub used: u32,
    /// The number of pending invitations.
    pub pending: u32,
}

/// Adds violations for a chosen slug that is invalid.
pub fn check_slug(path: &str, slug: &str, violations: &mut Violations) {
    let is_word =
        |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    violations.check_length(path, slug, 1, MAX_SLUG_CHARACTERS);
    if !slug.split('-').all(is_word) {
        let message = format!("{path} may contain only lowercase letters, digits and single hyphens between them.");
        violations.add(path, "INVALID_SLUG", message);
    }
}

/// Derives a slug from a name: lower-case ASCII letters, digits and single hyphens, at most 40 characters.
pub fn slug_of(name: &str) -> String {
    let mut slug = String::new();
    for character in name.chars().flat_map(char::to_lowercase) {
        if character.is_ascii_alphanumeric() {
            slug.push(character);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
        if slug.len() == MAX_SLUG_CHARACTERS {
            break;
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "organization".into() } else { slug.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_hold_only_safe_characters() {
        assert_eq!(slug_of("  Bücher & Söhne GmbH  "), "b-cher-s-hne-gmbh");
        assert_eq!(slug_of("日本"), "organization");
    }

    #[test]
    fn a_chosen_slug_has_the_form_of_a_derived_one() {
        let check = |slug: &str| {
            let mut violations = Violations::new();
            check_slug("slug", slug, &mut violations);
            violations.is_empty()
        };
        for name in ["Acme", "Bücher & Söhne GmbH", "日本", "a", "1-2", &"x y ".repeat(30)] {
            assert!(check(&slug_of(name)), "{name}");
        }
        for slug in ["", "-a", "a-", "a--b", "A", "ü", "a b", "a_b", &"a".repeat(41)] {
            assert!(!check(slug), "{slug}");
        }
    }
}
