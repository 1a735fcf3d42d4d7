//! Issues and checks the one-time token that creates the first owner without a default password.

use std::sync::{Mutex, MutexGuard};

use askline_domain::identity::{
    secret::{Secret, SecretDigest},
    token::new_setup_token,
};
use rand::{SeedableRng as _, rngs::StdRng};

/// Holds the digest of the token, even after the token was used.
#[derive(Default)]
pub struct SetupToken(Mutex<Option<Held>>);

struct Held {
    digest: SecretDigest,
    used: bool,
}

/// The result of comparing a text with the token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetupTokenCheck {
    /// The text is the token, and it was not used yet.
    Valid,
    /// The text is the token, but there already is an owner.
    Used,
    /// The text is not the token.
    Unknown,
}

impl SetupToken {
    /// Creates a new token, to be printed once.
    pub fn issue(&self) -> Secret {
        self.hold(new_setup_token(&mut rand::rng()))
    }

    /// Creates the token that is the same on every server with this seed; each server prints it.
    pub fn issue_of(&self, seed: [u8; 32]) -> Secret {
        self.hold(new_setup_token(&mut StdRng::from_seed(seed)))
    }

    fn hold(&self, token: Secret) -> Secret {
        *self.held() = Some(Held { digest: token.digest(), used: false });
        token
    }

    /// Compares `text` with the token. Digests are compared, so that the time does not reveal the token.
    pub fn check(&self, text: &str) -> SetupTokenCheck {
        let digest = SecretDigest::of(text);
        match &*self.held() {
            Some(held) if held.digest == digest && held.used => SetupTokenCheck::Used,
            Some(held) if held.digest == digest => SetupTokenCheck::Valid,
            _ => SetupTokenCheck::Unknown,
        }
    }

    /// Whether a token was issued and is still valid.
    pub fn is_open(&self) -> bool {
        self.held().as_ref().is_some_and(|held| !held.used)
    }

    /// Records that there is a first owner. The token stays known, so that the error for a second person who uses it says why.
    pub fn end(&self) {
        if let Some(held) = &mut *self.held() {
            held.used = true;
        }
    }

    fn held(&self) -> MutexGuard<'_, Option<Held>> {
        self.0.lock().expect("no holder of this lock panics")
    }
}
