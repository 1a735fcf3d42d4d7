//! Proof of who started a request (PKCE, RFC 7636), with SHA-256 only.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

/// The number of characters of a challenge: a SHA-256 in base64url without padding.
const CHALLENGE_CHARACTERS: usize = 43;

/// The challenge of an authorization request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Challenge(String);

impl Challenge {
    /// Reads a challenge; `None` if it cannot be the SHA-256 of a verifier.
    pub fn read(text: &str) -> Option<Self> {
        let is_digest = text.len() == CHALLENGE_CHARACTERS && URL_SAFE_NO_PAD.decode(text).is_ok();
        is_digest.then(|| Self(text.to_owned()))
    }

    /// The challenge as it was sent.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether `verifier` is what the challenge was made from.
    pub fn is_of(&self, verifier: &str) -> bool {
        let made = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()));
        is_verifier(verifier) && bool::from(made.as_bytes().ct_eq(self.0.as_bytes()))
    }
}

/// The form of a verifier: RFC 7636, section 4.1.
fn is_verifier(text: &str) -> bool {
    (43..=128).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_rfc_is_accepted_and_any_other_verifier_is_refused() {
        let challenge = Challenge::read("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM").expect("a challenge");
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
        assert!(challenge.is_of(verifier));
        for other in ["", &verifier[1..], &verifier.to_uppercase(), &"x".repeat(43), challenge.as_str()] {
            assert!(!challenge.is_of(other), "{other}");
        }
    }

    #[test]
    fn what_is_no_sha_256_is_no_challenge() {
        for text in ["", "plain", &"x".repeat(44), &"=".repeat(43), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw+cM"] {
            assert_eq!(Challenge::read(text), None, "{text}");
        }
    }
}
