//! Input for accounts and their passwords, and its checks. The checks return a password only as a [`Secret`].

use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    identity::{
        account::{ChangedPassword, NewAccount},
        email_address::{MAX_EMAIL_BYTES, check_email, stored_email},
        names::{MAX_NAME_CHARACTERS, check_person_name},
        passkeys::input::PasskeyAnswer,
        password::{MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS, check_new_password},
        provider::MAX_PROVIDER_NAME_CHARACTERS,
        second_factor::{given::SecondProof, recovery_code::MAX_RECOVERY_CODE_CHARACTERS, totp::MAX_CODE_CHARACTERS},
        secret::Secret,
        user::User,
    },
    shared::violation::{Violation, Violations},
};

/// The sign-in provider that a person in a session is to be sent to.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "SignInProviderChoice")]
pub struct ProviderChoice {
    /// The name of the provider.
    #[schemars(length(min = 1, max = MAX_PROVIDER_NAME_CHARACTERS))]
    pub provider: String,
}

/// The acceptance of an invitation. With a session, send only the token; without one, also send a password, which creates a
/// new account.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InvitationAcceptance {
    /// The token of the invitation.
    pub token: String,
    /// The password of the new account.
    #[schemars(length(min = MIN_PASSWORD_CHARACTERS, max = MAX_PASSWORD_CHARACTERS))]
    pub password: Option<String>,
    /// Name of the new account.
    #[schemars(length(max = MAX_NAME_CHARACTERS))]
    pub name: Option<String>,
    /// Email address of the new account: the one in the invitation, which is also the default.
    #[schemars(length(max = MAX_EMAIL_BYTES), extend("format" = "email"))]
    pub email: Option<String>,
}

/// A change of the password.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PasswordChange {
    /// The current password. Omit it if the account has none, as after an operator's one-time link.
    #[schemars(length(max = MAX_PASSWORD_CHARACTERS))]
    pub current_password: Option<String>,
    /// The new password.
    #[schemars(length(min = MIN_PASSWORD_CHARACTERS, max = MAX_PASSWORD_CHARACTERS))]
    pub new_password: String,
}

/// A new password, with the token from an emailed link.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "PasswordReset")]
pub struct ResetFinish {
    /// The token: the part after `#` in the link.
    pub token: String,
    /// The new password.
    #[schemars(length(min = MIN_PASSWORD_CHARACTERS, max = MAX_PASSWORD_CHARACTERS))]
    pub password: String,
    /// The six digits that the authenticator app shows, if the account has a second factor.
    #[schemars(length(max = MAX_CODE_CHARACTERS))]
    pub code: Option<String>,
    /// A recovery code, instead of `code`.
    #[schemars(length(max = MAX_RECOVERY_CODE_CHARACTERS))]
    pub recovery_code: Option<String>,
    /// The answer of a passkey, instead of `code`: to options that were asked for with `secondStepOf`, the token.
    pub passkey: Option<PasskeyAnswer>,
}

/// A new email address for the account that is signed in.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "EmailChange")]
pub struct AddressChange {
    /// The new email address, to be confirmed.
    #[schemars(length(max = MAX_EMAIL_BYTES), extend("format" = "email"))]
    pub email: String,
    /// The current password.
    #[schemars(length(max = MAX_PASSWORD_CHARACTERS))]
    pub password: String,
}

/// The end of all other sign-ins of the account that is signed in.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AccessRevocation {
    /// The current password. Omit it if the account has none, as after an operator's one-time link.
    #[schemars(length(max = MAX_PASSWORD_CHARACTERS))]
    pub password: Option<String>,
}

impl InvitationAcceptance {
    /// Checks the input of a person who is signed in, and so already has an account.
    pub fn check_of_account(&self) -> Result<(), Vec<Violation>> {
        let mut violations = Violations::new();
        for (field, given) in [("password", &self.password), ("name", &self.name), ("email", &self.email)] {
            if given.is_some() {
                let why =
                    format!("{field} is for a new account. You are signed in: send the token alone, or sign out.");
                violations.add(field, "NOT_ALLOWED", why);
            }
        }
        violations.finish(())
    }

    /// Returns the new account of a person who is not signed in, or everything that is wrong with the input. `invited` is
    /// the email address in the invitation, which is the address of the account: only a person who is signed in can accept
    /// with another one.
    pub fn check_of_nobody(self, invited: &str) -> Result<NewAccount, Vec<Violation>> {
        let mut violations = Violations::new();
        let noted = &mut violations;
        // The invited address is checked too, since it may be older than today's rules.
        let email = check_email("email", self.email.as_deref().unwrap_or(invited), noted).unwrap_or_default();
        if !email.is_empty() && email != stored_email(invited) {
            noted.add(
                "email",
                "NOT_ALLOWED",
                "email must be the address in the invitation. To accept it with another address, sign in and send the token alone.",
            );
        }
        match self.password.as_deref() {
            Some(password) => check_new_password("password", password, &email, noted),
            None => noted.add(
                "password",
                "REQUIRED",
                "password is missing. Send one for a new account, or sign in and send the token alone.",
            ),
        }
        let name = check_person_name("name", self.name.as_deref().unwrap_or_default(), noted);
        let password = Secret::new(self.password.unwrap_or_default());
        violations.finish(NewAccount { email, name, password })
    }
}

impl PasswordChange {
    /// Returns the two passwords, or everything that is wrong with them. The current one is not verified here.
    pub fn check(self, user: &User) -> Result<ChangedPassword, Vec<Violation>> {
        let mut violations = Violations::new();
        let current = self.current_password.as_deref().unwrap_or_default();
        violations.check_length("currentPassword", current, 0, MAX_PASSWORD_CHARACTERS);
        check_new_password("newPassword", &self.new_password, &user.email, &mut violations);
        if user.password_hash.is_some() && self.current_password.is_none() {
            violations.add("currentPassword", "REQUIRED", "currentPassword is missing.");
        }
        let current = Secret::new(self.current_password.unwrap_or_default());
        violations.finish(ChangedPassword { current, new: Secret::new(self.new_password) })
    }
}

impl ResetFinish {
    /// Returns the new password of this account and its second factor, if one was sent, or everything that is wrong with them.
    /// The token and the factor are not verified.
    pub fn check(self, email: &str) -> Result<(Secret, Option<SecondProof>), Vec<Violation>> {
        let mut violations = Violations::new();
        check_new_password("password", &self.password, email, &mut violations);
        let proof = SecondProof::check_optional(self.code, self.recovery_code, &mut violations);
        violations.finish((Secret::new(self.password), proof))
    }
}

impl AccessRevocation {
    /// Returns the password, or what is wrong with it. It is not verified here.
    pub fn check(self, user: &User) -> Result<Secret, Vec<Violation>> {
        let mut violations = Violations::new();
        violations.check_length("password", self.password.as_deref().unwrap_or_default(), 0, MAX_PASSWORD_CHARACTERS);
        if user.password_hash.is_some() && self.password.is_none() {
            violations.add("password", "REQUIRED", "password is missing.");
        }
        violations.finish(Secret::new(self.password.unwrap_or_default()))
    }
}

impl ProviderChoice {
    /// Returns the name, or what is wrong with it. It is not looked up here.
    pub fn check(self) -> Result<String, Vec<Violation>> {
        let mut violations = Violations::new();
        violations.check_length("provider", &self.provider, 1, MAX_PROVIDER_NAME_CHARACTERS);
        violations.finish(self.provider)
    }
}

impl AddressChange {
    /// Returns the address and the password, or everything that is wrong with them. The password is not verified here.
    pub fn check(self, user: &User) -> Result<(String, Secret), Vec<Violation>> {
        let mut violations = Violations::new();
        let email = check_email("email", &self.email, &mut violations);
        if email.as_deref() == Some(user.email.as_str()) {
            violations.add("email", "NOT_ALLOWED", "email is the account's address already.".to_owned());
        }
        violations.check_length("password", &self.password, 0, MAX_PASSWORD_CHARACTERS);
        violations.finish((email.unwrap_or_default(), Secret::new(self.password)))
    }
}

#[cfg(test)]
mod tests {
    use serde::de::DeserializeOwned;
    use serde_json::{Value, json};

    use super::*;

    fn read<T: DeserializeOwned>(body: Value) -> T {
        serde_json::from_value(body).expect("the right types")
    }

    fn check_refused<T: std::fmt::Debug>(checked: Result<T, Vec<Violation>>, expected: &[(&str, &str)]) {
        let found = checked.expect_err("refused");
        let found: Vec<_> = found.iter().map(|one| (one.path.as_str(), one.code.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn who_is_logged_in_sends_the_token_alone() {
        let alone = read::<InvitationAcceptance>(json!({ "token": "inv_x" }));
        assert_eq!(alone.check_of_account(), Ok(()));
        let more = json!({ "token": "inv_x", "password": "", "name": "Ada", "email": "ada@example.com" });
        check_refused(
            read::<InvitationAcceptance>(more).check_of_account(),
            &[("password", "NOT_ALLOWED"), ("name", "NOT_ALLOWED"), ("email", "NOT_ALLOWED")],
        );
    }

    #[test]
    fn a_person_who_is_not_signed_in_gets_an_account_under_the_invited_address_only() {
        let accepted = |mut body: Value| {
            body["token"] = "inv_x".into();
            read::<InvitationAcceptance>(body).check_of_nobody("ada@example.com")
        };
        let account = accepted(json!({ "password": "correct horse" })).expect("a password is enough");
        assert_eq!((account.email.as_str(), account.password.expose()), ("ada@example.com", "correct horse"));
        let account = accepted(json!({ "password": "correct horse", "email": "Ada@Example.com", "name": " Ada " }))
            .expect("right");
        assert_eq!((account.email.as_str(), account.name.as_str()), ("ada@example.com", "Ada"));
        let other = json!({ "password": "correct horse", "email": "eve@example.com" });
        check_refused(accepted(other), &[("email", "NOT_ALLOWED")]);
        let expected = [("email", "INVALID_EMAIL"), ("password", "REQUIRED"), ("name", "CONTROL_CHARACTER")];
        check_refused(accepted(json!({ "email": "eve", "name": "a\nb" })), &expected);
        check_refused(accepted(json!({ "password": "Ada@Example.com" })), &[("password", "TOO_SIMPLE")]);
        let old = read::<InvitationAcceptance>(json!({ "token": "inv_x", "password": "correct horse" }));
        check_refused(old.check_of_nobody("a\u{200b}da@example.com"), &[("email", "HIDDEN_CHARACTER")]);
    }

    #[test]
    fn the_present_password_is_asked_for_where_there_is_one() {
        let user = |password_hash: Option<&str>| User {
            id: crate::shared::ids::Id::from_bits(1),
            email: "ada@example.com".into(),
            name: String::new(),
            created_at: jiff::Timestamp::UNIX_EPOCH,
            password_hash: password_hash.map(str::to_owned),
            address: crate::identity::address_state::AddressState::default(),
            credential_version: crate::identity::user::CredentialVersion::default(),
            locked_at: None,
            factors: crate::identity::second_factor::assurance::FactorSet::default(),
            wrong_codes: 0,
        };
        let sent = |body: Value| read::<PasswordChange>(body);
        let new_alone = json!({ "newPassword": "correct horse" });
        let changed = sent(new_alone.clone()).check(&user(None)).expect("there is none yet");
        assert_eq!((changed.current.expose(), changed.new.expose()), ("", "correct horse"));
        check_refused(sent(new_alone).check(&user(Some("hash"))), &[("currentPassword", "REQUIRED")]);
        check_refused(
            sent(json!({ "currentPassword": "a".repeat(257), "newPassword": "short" })).check(&user(Some("hash"))),
            &[("currentPassword", "TOO_LONG"), ("newPassword", "TOO_SHORT")],
        );
    }
}
