//! Secrets of webhooks, and signatures with them. Secrets are stored encrypted, since signing needs the plaintext; they
//! are shown only once.

use std::fmt;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use jiff::Timestamp;
use rand::Rng;
use sha2::Sha256;

use crate::{
    identity::secret::{STEPS_TO_DIGEST_A_BYTE, Secret},
    shared::{ids::MessageId, steps},
};

/// The prefix of every secret.
pub const WEBHOOK_SECRET_PREFIX: &str = "whsec_";
/// The number of random bytes in a new secret.
const SECRET_BYTES: usize = 32;
/// The number of bytes that a secret may have. Source: the specification, "Signature scheme".
const SECRET_BYTES_ALLOWED: std::ops::RangeInclusive<usize> = 24..=64;

/// A webhook secret: `whsec_` and the base64 of its bytes.
#[derive(Clone)]
pub struct WebhookSecret(Secret);

/// A text that is not a webhook secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a webhook secret: whsec_ and the base64 of 24 to 64 bytes")]
pub struct MalformedWebhookSecret;

impl WebhookSecret {
    /// Generates a secret; `random` must be cryptographically secure.
    pub fn generate(random: &mut impl Rng) -> Self {
        let mut bytes = [0_u8; SECRET_BYTES];
        random.fill_bytes(&mut bytes);
        Self(Secret::new(format!("{WEBHOOK_SECRET_PREFIX}{}", STANDARD.encode(bytes))))
    }

    /// Parses a stored secret.
    pub fn parse(text: &str) -> Result<Self, MalformedWebhookSecret> {
        key_of(text).map(|_| Self(Secret::new(text))).ok_or(MalformedWebhookSecret)
    }

    /// The plaintext, for the only response that shows it, and for the store.
    pub fn expose(&self) -> &str {
        self.0.expose()
    }

    fn sign(&self, content: &[&[u8]]) -> String {
        let key = key_of(self.expose()).expect("checked when it was made");
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).expect("HMAC takes keys of any length");
        for part in content {
            steps::count(STEPS_TO_DIGEST_A_BYTE * part.len());
            mac.update(part);
        }
        format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
    }
}

impl fmt::Debug for WebhookSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[secret]")
    }
}

fn key_of(text: &str) -> Option<Vec<u8>> {
    let bytes = STANDARD.decode(text.strip_prefix(WEBHOOK_SECRET_PREFIX)?).ok()?;
    SECRET_BYTES_ALLOWED.contains(&bytes.len()).then_some(bytes)
}

/// The secrets of a webhook: one, or two during the overlap after a rotation.
#[derive(Debug, Clone)]
pub struct WebhookSecrets {
    /// The newest secret.
    pub current: WebhookSecret,
    /// The previous secret, and until when messages are also signed with it.
    pub previous: Option<(WebhookSecret, Timestamp)>,
}

impl WebhookSecrets {
    /// Returns the header `webhook-signature` of a message sent at `at`: a signature with each secret that is valid
    /// then.
    pub fn sign(&self, message: MessageId, at: Timestamp, body: &[u8]) -> String {
        let head = format!("{message}.{}.", at.as_second());
        let content = [head.as_bytes(), body];
        let mut header = self.current.sign(&content);
        if let Some((previous, until)) = &self.previous
            && at < *until
        {
            header.push(' ');
            header.push_str(&previous.sign(&content));
        }
        header
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::ids::Id as _;
    use proptest::prelude::*;

    #[test]
    fn the_signature_is_the_one_of_the_specification() {
        // The test vector of the reference libraries.
        let secret = WebhookSecret::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").expect("a secret");
        let content: [&[u8]; 1] = [b"msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{\"test\": 2432232314}"];
        assert_eq!(secret.sign(&content), "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn both_secrets_sign_while_the_overlap_lasts() {
        let at = |seconds| Timestamp::from_second(seconds).expect("in range");
        let (old, new) = (WebhookSecret::generate(&mut rand::rng()), WebhookSecret::generate(&mut rand::rng()));
        let secrets = WebhookSecrets { current: new.clone(), previous: Some((old.clone(), at(100))) };
        let message = MessageId::from_bits(7);
        let expected =
            |secret: &WebhookSecret, seconds: i64| secret.sign(&[format!("{message}.{seconds}.{{}}").as_bytes()]);
        assert_eq!(secrets.sign(message, at(99), b"{}"), format!("{} {}", expected(&new, 99), expected(&old, 99)));
        assert_eq!(secrets.sign(message, at(100), b"{}"), expected(&new, 100));
    }

    #[test]
    fn a_new_secret_reads_back_and_does_not_print() {
        let secret = WebhookSecret::generate(&mut rand::rng());
        assert_eq!(WebhookSecret::parse(secret.expose()).expect("its own form").expose(), secret.expose());
        assert!(!format!("{secret:?}").contains("whsec_"));
        assert_ne!(WebhookSecret::generate(&mut rand::rng()).expose(), secret.expose());
    }

    #[test]
    fn too_short_too_long_and_other_texts_are_no_secrets() {
        for text in ["", "whsec_", "whsec_!", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"] {
            assert!(WebhookSecret::parse(text).is_err(), "{text}");
        }
        for (bytes, is_secret) in [(23, false), (24, true), (64, true), (65, false)] {
            let text = format!("whsec_{}", STANDARD.encode(vec![7_u8; bytes]));
            assert_eq!(WebhookSecret::parse(&text).is_ok(), is_secret, "{bytes}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(text: String) {
            let _ = WebhookSecret::parse(&text);
            let _ = WebhookSecret::parse(&format!("whsec_{text}"));
        }
    }
}
