//! Secrets and their digests. A secret can be neither printed nor serialized; of keys and session tokens, only the
//! SHA-256 is stored.

use std::fmt;

use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest as _, Sha256};

use crate::shared::steps;

/// Steps for a digest, and for each byte of its input.
const STEPS_FOR_A_DIGEST: usize = 100;
pub(crate) const STEPS_TO_DIGEST_A_BYTE: usize = 3;

/// The plaintext of a key, a token or a password. Only `expose` returns it, which is easy to search for.
#[derive(Clone)]
pub struct Secret(SecretString);

impl Secret {
    /// Wraps a plaintext.
    pub fn new(plaintext: impl Into<String>) -> Self {
        Self(SecretString::from(plaintext.into()))
    }

    /// The plaintext, for the only response that shows it and for hashing.
    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }

    /// The SHA-256 of the plaintext.
    pub fn digest(&self) -> SecretDigest {
        SecretDigest::of(self.expose())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[secret]")
    }
}

/// The SHA-256 of a secret. It is sufficient for secrets of at least 190 random bits; passwords use Argon2id instead.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SecretDigest(pub [u8; 32]);

impl SecretDigest {
    /// The digest of `plaintext`.
    pub fn of(plaintext: &str) -> Self {
        Self::of_bytes(plaintext.as_bytes())
    }

    /// The digest of any bytes.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        steps::count(STEPS_FOR_A_DIGEST + STEPS_TO_DIGEST_A_BYTE * bytes.len());
        Self(Sha256::digest(bytes).into())
    }

    /// Its first 64 bits, by which attempts are counted.
    pub fn first_bits(&self) -> u64 {
        let [a, b, c, d, e, f, g, h, ..] = self.0;
        u64::from_be_bytes([a, b, c, d, e, f, g, h])
    }
}

impl fmt::Debug for SecretDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[digest]")
    }
}
