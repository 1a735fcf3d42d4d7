//! Secrets with a checksum: API keys and tokens of service accounts.
//!
//! Such a secret is a prefix, 32 random base62 characters, and 6 base62 characters for the CRC-32 (IEEE) of everything
//! before them. With the checksum, a made-up or mistyped secret is refused without a lookup, and secret scanners
//! recognize a leaked one.

use rand::{Rng, RngExt as _};

use crate::identity::secret::{Secret, SecretDigest};

const RANDOM_CHARACTERS: usize = 32;
const CHECKSUM_CHARACTERS: usize = 6;
const BASE62: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A text that cannot be such a secret: wrong prefix, length, alphabet or checksum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a secret of this kind: prefix, length, characters or checksum are wrong")]
pub struct Malformed;

/// Generates a secret with a prefix; `random` must be cryptographically secure.
pub fn generate(prefix: &str, random: &mut impl Rng) -> Secret {
    let mut text = String::with_capacity(prefix.len() + RANDOM_CHARACTERS + CHECKSUM_CHARACTERS);
    text.push_str(prefix);
    for _ in 0..RANDOM_CHARACTERS {
        text.push(char::from(BASE62[random.random_range(0..BASE62.len())]));
    }
    let checksum = checksum_of(text.as_bytes());
    text.extend(checksum.map(char::from));
    Secret::new(text)
}

/// Enough of a secret to recognize it, too little to use it: `ak_9fKq…x7Zb`.
pub fn masked(prefix: &str, secret: &Secret) -> String {
    let text = secret.expose();
    format!("{}…{}", &text[..prefix.len() + 4], &text[text.len() - 4..])
}

/// The digest of a well-formed secret, without a copy of the plaintext. Computed on every request.
pub fn digest_of_well_formed(prefix: &str, text: &str) -> Result<SecretDigest, Malformed> {
    let bytes = text.as_bytes();
    let length = prefix.len() + RANDOM_CHARACTERS + CHECKSUM_CHARACTERS;
    let well_formed = bytes.len() == length
        && text.starts_with(prefix)
        && bytes[prefix.len()..].iter().all(u8::is_ascii_alphanumeric)
        && bytes[length - CHECKSUM_CHARACTERS..] == checksum_of(&bytes[..length - CHECKSUM_CHARACTERS]);
    if well_formed { Ok(SecretDigest::of(text)) } else { Err(Malformed) }
}

fn checksum_of(bytes: &[u8]) -> [u8; CHECKSUM_CHARACTERS] {
    let mut rest = crc32fast::hash(bytes);
    let mut text = [b'0'; CHECKSUM_CHARACTERS];
    for character in text.iter_mut().rev() {
        *character = BASE62[(rest % 62) as usize];
        rest /= 62;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_crc32_of_the_standard_test_vector() {
        // CRC-32/ISO-HDLC of "123456789" is 0xCBF43926, the check value that every implementation publishes.
        assert_eq!(&checksum_of(b"123456789"), b"3jZRME");
    }

    #[test]
    fn a_secret_of_one_kind_is_malformed_as_another_kind() {
        let token = generate("sv_", &mut rand::rng());
        assert_eq!(digest_of_well_formed("sv_", token.expose()), Ok(token.digest()));
        for text in [token.expose().replace("sv_", "ak_"), token.expose()[3..].to_owned(), String::new()] {
            assert_eq!(digest_of_well_formed("ak_", &text), Err(Malformed), "{text}");
        }
    }
}
