//! The answer of a passkey, after its signature was checked.

use jiff::Timestamp;

use super::Passkey;
use crate::identity::secret::SecretDigest;

/// A passkey that answered a ceremony. It counts once, in the change that uses it up.
#[derive(Debug, Clone, PartialEq)]
pub struct GivenPasskey {
    /// SHA-256 of the ceremony.
    pub ceremony: SecretDigest,
    /// When the ceremony expires.
    pub expires_at: Timestamp,
    /// The counter with which the answer was checked.
    pub counter_before: u32,
    /// The passkey, with what its use changed.
    pub used: Passkey,
}
