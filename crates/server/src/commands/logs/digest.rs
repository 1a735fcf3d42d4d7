//! SHA-256 digests as text.

use sha2::{Digest as _, Sha256};

/// The digest of bytes, as hexadecimal digits.
pub fn digest(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}
