//! Passkeys: keys on a person's devices that prove who they are.
//!
//! A passkey is bound to the host of `public_url`, so no other site can ask for it. What its signature proves is decided in
//! `askline_app::accounts::passkeys`; nothing here knows the cryptography.

pub mod ceremony;
pub mod given;
pub mod input;

use jiff::Timestamp;

use crate::{
    identity::names::check_person_name,
    shared::{
        ids::{PasskeyId, UserId},
        violation::{Violation, Violations},
    },
};

/// The maximum number of passkeys of an account.
pub const MAX_PASSKEYS: usize = 20;
/// The maximum length of the sealed state of a ceremony, in characters.
pub const MAX_CEREMONY_CHARACTERS: usize = 65_536;
/// The maximum length of a passkey's name in characters.
pub const MAX_PASSKEY_NAME_CHARACTERS: usize = 60;
/// The maximum size in bytes of what a browser answers, as JSON.
pub const MAX_ANSWER_BYTES: usize = 32 * 1024;

/// A passkey of an account.
#[derive(Clone, PartialEq)]
pub struct Passkey {
    /// Its id here.
    pub id: PasskeyId,
    /// The account.
    pub user_id: UserId,
    /// The name that the person gave it.
    pub name: String,
    /// The id that the device gave it.
    pub credential_id: Vec<u8>,
    /// Its public key, with what is checked with each use. Not a secret.
    pub credential: String,
    /// How often the device says that it was used; 0 for devices that do not count.
    pub counter: u32,
    /// Whether it is stored on more than one device, so that losing one does not lose it.
    pub is_backed_up: bool,
    /// When it was added.
    pub created_at: Timestamp,
    /// When it was last used.
    pub last_used_at: Option<Timestamp>,
}

/// Without the credential, which would fill a log.
impl std::fmt::Debug for Passkey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Passkey").field("id", &self.id).field("user_id", &self.user_id).finish_non_exhaustive()
    }
}

/// The trimmed name of a passkey, or what is wrong with it.
pub fn check_passkey_name(text: &str) -> Result<String, Vec<Violation>> {
    let mut violations = Violations::new();
    violations.check_length("name", text.trim(), 1, MAX_PASSKEY_NAME_CHARACTERS);
    let name = check_person_name("name", text, &mut violations);
    violations.finish(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_passkey_has_a_name_of_one_line() {
        let check = |text: &str| check_passkey_name(text).map_err(|found| found[0].code.clone());
        assert_eq!(check(" Work laptop "), Ok("Work laptop".to_owned()));
        for (text, code) in [("  ", "TOO_SHORT"), (&*"x".repeat(61), "TOO_LONG"), ("a\nb", "CONTROL_CHARACTER")] {
            assert_eq!(check(text), Err(code.to_owned()), "{text:?}");
        }
    }
}
