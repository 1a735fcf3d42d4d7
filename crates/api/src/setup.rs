//! The one-time set-up token: how the first owner is made without a default password.

use std::sync::Mutex;

use askline_domain::{
    secret::{Secret, SecretDigest},
    token::new_setup_token,
};

/// Holds the digest of the token until it was used.
#[derive(Default)]
pub struct SetupToken(Mutex<Option<SecretDigest>>);

impl SetupToken {
    /// Makes a new token, to be printed once.
    pub fn issue(&self) -> Secret {
        let token = new_setup_token(&mut rand::rng());
        *self.0.lock().expect("no holder of this lock panics") = Some(token.digest());
        token
    }

    /// Whether `text` is the token. Digests are compared, so time tells nothing of the token.
    pub fn accepts(&self, text: &str) -> bool {
        *self.0.lock().expect("no holder of this lock panics") == Some(SecretDigest::of(text))
    }

    /// Ends the token.
    pub fn end(&self) {
        *self.0.lock().expect("no holder of this lock panics") = None;
    }
}
