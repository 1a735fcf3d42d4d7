//! Passwords: Argon2id, and a decoy so that an unknown e-mail costs the same time as a wrong password.

use std::sync::LazyLock;

use argon2::{
    Argon2,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};

use crate::{secret::Secret, violation::Violations};

/// The shortest password that is taken, in characters. Source: NIST SP 800-63B-4 §3.1.1 asks for 8 with a second factor, 15 alone; ten is our middle.
pub const PASSWORD_CHARACTERS_LEAST: usize = 10;
/// The longest, so that hashing a megabyte is not an attack.
pub const PASSWORD_CHARACTERS_MOST: usize = 256;

/// An Argon2id hash in PHC string form. Slow on purpose: call it off the async threads.
pub fn hash_password(password: &Secret) -> String {
    Argon2::default()
        .hash_password(password.expose().as_bytes())
        .expect("the default parameters are valid for any password")
        .to_string()
}

/// Whether `password` is the one behind `hash`; `None` compares with a decoy, takes as long, and is false.
pub fn verify_password(password: &Secret, hash: Option<&str>) -> bool {
    static DECOY: LazyLock<String> =
        LazyLock::new(|| hash_password(&Secret::new("a decoy that nobody can log in with")));
    let Ok(parsed) = PasswordHash::new(hash.unwrap_or(&DECOY)) else {
        return false;
    };
    let matches = Argon2::default().verify_password(password.expose().as_bytes(), &parsed).is_ok();
    matches && hash.is_some()
}

/// Makes the decoy now, so that the first log-in does not pay for it.
pub fn prepare_decoy() {
    verify_password(&Secret::new(""), None);
}

/// Notes what is wrong with a new password.
pub fn check_new_password(path: &str, password: &str, email: &str, violations: &mut Violations) {
    let length = password.chars().count();
    if length < PASSWORD_CHARACTERS_LEAST {
        violations.add(path, "TOO_SHORT", format!("{path} needs at least {PASSWORD_CHARACTERS_LEAST} characters."));
    } else if length > PASSWORD_CHARACTERS_MOST {
        violations.add(path, "TOO_LONG", format!("{path} may have at most {PASSWORD_CHARACTERS_MOST} characters."));
    } else if password.eq_ignore_ascii_case(email) {
        violations.add(path, "TOO_SIMPLE", format!("{path} must not be the e-mail address."));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_right_password_verifies_and_a_decoy_never_does() {
        let hash = hash_password(&Secret::new("correct horse"));
        assert!(hash.starts_with("$argon2id$"));
        assert!(verify_password(&Secret::new("correct horse"), Some(&hash)));
        assert!(!verify_password(&Secret::new("correct horsf"), Some(&hash)));
        assert!(!verify_password(&Secret::new("a decoy that nobody can log in with"), None));
        assert!(!verify_password(&Secret::new("x"), Some("not a hash")));
    }
}
