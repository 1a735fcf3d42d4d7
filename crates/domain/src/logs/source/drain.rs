//! What Vercel's drains prove: that a body is theirs, and whose the address is.
//!
//! `x-vercel-signature` is the HMAC-SHA1 of the body as it is sent, with the secret of the drain, in hexadecimal digits. Before a
//! drain is used, the answers of its address must have the code in `x-vercel-verify` that Vercel shows.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha1::Sha1;

use crate::{
    identity::secret::{STEPS_TO_DIGEST_A_BYTE, Secret},
    shared::steps,
};

/// The header with the signature of a body.
pub const SIGNATURE_HEADER: &str = "x-vercel-signature";
/// The header with the code that proves whose the address is.
pub const VERIFY_HEADER: &str = "x-vercel-verify";
/// The maximum length of a drain's secret, in characters.
pub const MAX_SECRET_CHARACTERS: usize = 256;
/// The maximum length of a code, in characters.
pub const MAX_CODE_CHARACTERS: usize = 255;

/// Whether a body has the signature of this secret. Compared in constant time.
pub fn is_signed(body: &[u8], secret: &Secret, signature: Option<&str>) -> bool {
    steps::count(STEPS_TO_DIGEST_A_BYTE * body.len());
    let Some(signature) = signature.and_then(|digits| hex::decode(digits).ok()) else { return false };
    let mac = Hmac::<Sha1>::new_from_slice(secret.expose().as_bytes()).expect("HMAC takes keys of any length");
    mac.chain_update(body).verify_slice(&signature).is_ok()
}

/// Whether a text can be a code: what a header can have, without spaces.
pub fn is_code(text: &str) -> bool {
    (1..=MAX_CODE_CHARACTERS).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_signature_of_the_body_with_the_secret_is_one() {
        // RFC 2202, test cases 1 and 2.
        for (key, body, signature) in [
            ("\u{b}".repeat(20), "Hi There", "b617318655057264e28bc0b6fb378c8ef146be00"),
            ("Jefe".into(), "what do ya want for nothing?", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
        ] {
            let secret = Secret::new(key);
            assert!(is_signed(body.as_bytes(), &secret, Some(signature)));
            assert!(is_signed(body.as_bytes(), &secret, Some(&signature.to_uppercase())));
            let changed = signature.replacen(&signature[..1], "0", 1);
            for other in [None, Some(""), Some("sha1=00"), Some(&signature[..38]), Some(&*changed)] {
                assert!(!is_signed(body.as_bytes(), &secret, other), "{other:?}");
            }
            assert!(!is_signed(b"other", &secret, Some(signature)));
            assert!(!is_signed(body.as_bytes(), &Secret::new("other"), Some(signature)));
        }
    }

    #[test]
    fn a_code_is_what_a_header_can_have() {
        for (text, expected) in [("a1b2", true), ("", false), ("a b", false), ("a\n", false), ("ä", false)] {
            assert_eq!(is_code(text), expected, "{text}");
        }
        assert!(!is_code(&"x".repeat(MAX_CODE_CHARACTERS + 1)));
    }
}
