//! Input for creating, renaming and deleting an organization, and its checks.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    identity::{
        names::{MAX_NAME_CHARACTERS, check_organization_name},
        second_factor::sign_in_rules::SignInRules,
    },
    organizations::{
        MAX_SLUG_CHARACTERS, Organization, OrganizationSettings, SLUG_PATTERN, Slug,
        brand::{Brand, BrandEdit, BrandLogo},
        check_slug, slug_of,
    },
    shared::{
        edited_field::given,
        violation::{Violation, Violations},
    },
};

/// An organization to create.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "OrganizationCreate")]
pub struct NewOrganization {
    /// The organization's name.
    #[schemars(length(min = 1, max = MAX_NAME_CHARACTERS))]
    pub name: String,
    /// Lower-case letters, digits and hyphens, unique on this instance; derived from the name by default.
    #[schemars(length(max = MAX_SLUG_CHARACTERS), regex(pattern = SLUG_PATTERN))]
    pub slug: Option<String>,
}

/// Changes to an organization; omitted fields stay unchanged.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "OrganizationUpdate")]
pub struct OrganizationEdit {
    /// The organization's name.
    #[schemars(length(min = 1, max = MAX_NAME_CHARACTERS))]
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "String", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Lower-case letters, digits and hyphens, unique on this instance.
    #[schemars(length(min = 1, max = MAX_SLUG_CHARACTERS), regex(pattern = SLUG_PATTERN))]
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "String", skip_serializing_if = "Option::is_none")]
    pub slug: Option<String>,
    /// Whether members reach the organization only with a second factor. Only an owner with one can demand it.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "bool", skip_serializing_if = "Option::is_none")]
    pub require_second_factor: Option<bool>,
    /// Whether members' browsers may be remembered, so that they do not ask for the second factor for 30 days.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "bool", skip_serializing_if = "Option::is_none")]
    pub remember_browsers: Option<bool>,
    /// The brand under which reports and shared links are shown; null for Askline's.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<BrandEdit>", skip_serializing_if = "Option::is_none")]
    pub brand: Option<Option<BrandEdit>>,
}

/// The confirmation that is needed to delete an organization.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "OrganizationDeletion")]
pub struct OrganizationEnd {
    /// The organization's exact name.
    #[schemars(length(min = 1, max = MAX_NAME_CHARACTERS))]
    pub name: String,
}

impl NewOrganization {
    /// Returns the settings and where the slug comes from, or everything that is wrong with the input.
    pub fn check(self) -> Result<(OrganizationSettings, Slug), Vec<Violation>> {
        let mut violations = Violations::new();
        let name = check_organization_name("name", &self.name, &mut violations);
        let (slug, origin) = match self.slug {
            Some(slug) => (checked_slug(slug, &mut violations), Slug::Chosen),
            None => (slug_of(&name), Slug::FromName),
        };
        violations.finish((OrganizationSettings { slug, ..OrganizationSettings::of_name(name) }, origin))
    }
}

impl OrganizationEdit {
    /// Returns the settings after the change with the new logo of its brand, if it has one, or everything that is wrong with it.
    pub fn check(self, before: &Organization) -> Result<(OrganizationSettings, Option<BrandLogo>), Vec<Violation>> {
        let mut violations = Violations::new();
        let (brand, logo) = match self.brand {
            None => (before.brand.clone(), None),
            Some(None) => (None, None),
            Some(Some(edit)) => {
                let present = before.brand.clone().unwrap_or_else(|| Brand::named(&before.name));
                let (brand, logo) = edit.check(present, &mut violations);
                (Some(brand), logo)
            }
        };
        let (noted, rules) = (&mut violations, before.sign_in_rules);
        let settings = OrganizationSettings {
            name: self.name.map_or_else(|| before.name.clone(), |name| check_organization_name("name", &name, noted)),
            slug: self.slug.map_or_else(|| before.slug.clone(), |slug| checked_slug(slug, noted)),
            sign_in_rules: SignInRules {
                require_second_factor: self.require_second_factor.unwrap_or(rules.require_second_factor),
                remember_browsers: self.remember_browsers.unwrap_or(rules.remember_browsers),
            },
            brand,
        };
        violations.finish((settings, logo))
    }
}

impl OrganizationEnd {
    /// Checks that the confirmation has the name of this organization.
    pub fn check(&self, organization: &Organization) -> Result<(), Vec<Violation>> {
        let mut violations = Violations::new();
        if self.name.trim() != organization.name {
            let message = format!("name must be the organization's name, '{}', letter by letter.", organization.name);
            violations.add("name", "NAME_MISMATCH", message);
        }
        violations.finish(())
    }
}

fn checked_slug(slug: String, violations: &mut Violations) -> String {
    check_slug("slug", &slug, violations);
    slug
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use serde::de::DeserializeOwned;
    use serde_json::{Value, json};

    use super::*;
    use crate::{
        organizations::plan::Plan,
        shared::ids::{Id as _, OrgId},
    };

    fn read<T: DeserializeOwned>(body: Value) -> T {
        serde_json::from_value(body).expect("the right types")
    }

    fn acme() -> Organization {
        let settings = OrganizationSettings::of_name("Acme".into());
        Organization::new(OrgId::from_bits(1), settings, Plan::Pro, Timestamp::UNIX_EPOCH)
    }

    fn check_refused<T: std::fmt::Debug>(checked: Result<T, Vec<Violation>>, expected: &[(&str, &str)]) {
        let found = checked.expect_err("refused");
        let found: Vec<_> = found.iter().map(|one| (one.path.as_str(), one.code.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn every_mistake_of_name_and_slug_is_named_at_once() {
        let body = json!({ "name": "a\nb", "slug": "A b" });
        let expected = [("name", "CONTROL_CHARACTER"), ("slug", "INVALID_SLUG")];
        check_refused(read::<NewOrganization>(body.clone()).check(), &expected);
        check_refused(read::<OrganizationEdit>(body).check(&acme()), &expected);
        let body = json!({ "name": " ", "slug": "a".repeat(41) });
        check_refused(read::<NewOrganization>(body).check(), &[("name", "TOO_SHORT"), ("slug", "TOO_LONG")]);
    }

    #[test]
    fn a_slug_that_is_not_given_is_derived_from_the_name() {
        let (settings, origin) = read::<NewOrganization>(json!({ "name": " Bread & Salt " })).check().expect("a name");
        assert_eq!((settings.name.as_str(), settings.slug.as_str()), ("Bread & Salt", "bread-salt"));
        assert!(matches!(origin, Slug::FromName));
        let (settings, origin) =
            read::<NewOrganization>(json!({ "name": "Bread & Salt", "slug": "salt" })).check().expect("both are right");
        assert_eq!(settings.slug, "salt");
        assert!(matches!(origin, Slug::Chosen));
    }

    #[test]
    fn what_an_edit_leaves_out_stays() {
        let (settings, _) = read::<OrganizationEdit>(json!({ "name": "Acme & Söhne" })).check(&acme()).expect("a name");
        assert_eq!((settings.name.as_str(), settings.slug.as_str()), ("Acme & Söhne", "acme"));
        let (settings, _) = read::<OrganizationEdit>(json!({})).check(&acme()).expect("nothing to check");
        assert_eq!((settings.name.as_str(), settings.slug.as_str()), ("Acme", "acme"));
    }

    #[test]
    fn an_organization_ends_by_its_name_alone() {
        let end = |name: &str| OrganizationEnd { name: name.into() }.check(&acme());
        assert_eq!(end(" Acme "), Ok(()));
        for name in ["acme", "Acm", ""] {
            check_refused(end(name), &[("name", "NAME_MISMATCH")]);
        }
    }
}
