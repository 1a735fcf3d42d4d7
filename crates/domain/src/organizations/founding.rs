//! An account with a new organization: its input and its checks. The checks return a password only as a [`Secret`].

use schemars::JsonSchema;
use serde::Deserialize;

use super::OrganizationSettings;
use crate::{
    identity::{
        account::NewAccount,
        email_address::{MAX_EMAIL_BYTES, check_email},
        names::{MAX_NAME_CHARACTERS, check_organization_name, check_person_name},
        password::{MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS, check_new_password},
        secret::Secret,
    },
    shared::violation::{Violation, Violations},
};

/// A person who gets an account and a new organization.
#[derive(Debug, Clone)]
pub struct Founder {
    /// The account.
    pub account: NewAccount,
    /// The organization.
    pub organization: OrganizationSettings,
}

/// A new account with a new organization.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SignUp {
    /// Email address.
    #[schemars(length(max = MAX_EMAIL_BYTES), extend("format" = "email"))]
    pub email: String,
    /// Password.
    #[schemars(length(min = MIN_PASSWORD_CHARACTERS, max = MAX_PASSWORD_CHARACTERS))]
    pub password: String,
    /// Name of the person.
    #[schemars(length(max = MAX_NAME_CHARACTERS))]
    pub name: Option<String>,
    /// Name of the organization.
    #[schemars(length(min = 1, max = MAX_NAME_CHARACTERS))]
    pub organization_name: String,
}

/// The first account of an instance, with the setup token that the server printed.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "InstanceSetup")]
pub struct SetUp {
    /// The setup token.
    pub token: String,
    /// Email address.
    #[schemars(length(max = MAX_EMAIL_BYTES), extend("format" = "email"))]
    pub email: String,
    /// Password.
    #[schemars(length(min = MIN_PASSWORD_CHARACTERS, max = MAX_PASSWORD_CHARACTERS))]
    pub password: String,
    /// Name of the person.
    #[schemars(length(max = MAX_NAME_CHARACTERS))]
    pub name: Option<String>,
    /// Name of the organization.
    #[schemars(length(min = 1, max = MAX_NAME_CHARACTERS))]
    pub organization_name: String,
}

impl SignUp {
    /// Returns the founder, or everything that is wrong with the input.
    pub fn check(self) -> Result<Founder, Vec<Violation>> {
        checked_founder(&self.email, self.password, self.name, &self.organization_name)
    }
}

impl SetUp {
    /// Returns the first owner, or everything that is wrong with the input. The token is not checked.
    pub fn check(self) -> Result<Founder, Vec<Violation>> {
        checked_founder(&self.email, self.password, self.name, &self.organization_name)
    }
}

fn checked_founder(
    email: &str,
    password: String,
    name: Option<String>,
    organization_name: &str,
) -> Result<Founder, Vec<Violation>> {
    let mut violations = Violations::new();
    let noted = &mut violations;
    let email = check_email("email", email, noted).unwrap_or_default();
    check_new_password("password", &password, &email, noted);
    let name = check_person_name("name", name.as_deref().unwrap_or_default(), noted);
    let organization = check_organization_name("organizationName", organization_name, noted);
    let account = NewAccount { email, name, password: Secret::new(password) };
    violations.finish(Founder { account, organization: OrganizationSettings::of_name(organization) })
}

#[cfg(test)]
mod tests {
    use serde::de::DeserializeOwned;
    use serde_json::{Value, json};

    use super::*;

    fn read<T: DeserializeOwned>(body: Value) -> T {
        serde_json::from_value(body).expect("the right types")
    }

    /// The fields and codes of what is wrong.
    fn refused(checked: Result<Founder, Vec<Violation>>) -> Vec<(String, String)> {
        checked.expect_err("refused").into_iter().map(|one| (one.path, one.code)).collect()
    }

    #[test]
    fn every_mistake_of_a_sign_up_or_a_set_up_is_named_at_once() {
        let expected = [
            ("email", "INVALID_EMAIL"),
            ("password", "TOO_SHORT"),
            ("name", "TOO_LONG"),
            ("organizationName", "TOO_SHORT"),
        ]
        .map(|(field, code)| (field.to_owned(), code.to_owned()));
        let mut body =
            json!({ "email": "ada", "password": "short", "name": "n".repeat(101), "organizationName": "  " });
        assert_eq!(refused(read::<SignUp>(body.clone()).check()), expected);
        body["token"] = "setup_x".into();
        assert_eq!(refused(read::<SetUp>(body).check()), expected);
    }

    #[test]
    fn an_account_is_kept_under_its_address_in_lower_case() {
        let body = json!({
            "email": "Ada@Example.com", "password": "correct horse", "organizationName": " Analytical Engines ",
        });
        let Founder { account, organization } = read::<SignUp>(body).check().expect("all is right");
        assert_eq!((account.email.as_str(), account.name.as_str()), ("ada@example.com", ""));
        assert_eq!(account.password.expose(), "correct horse");
        assert_eq!((&*organization.name, &*organization.slug), ("Analytical Engines", "analytical-engines"));
    }
}
