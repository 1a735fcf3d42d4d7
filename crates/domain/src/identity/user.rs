//! Users: people who can sign in.

use jiff::Timestamp;

use crate::{
    identity::{address_state::AddressState, second_factor::assurance::FactorSet},
    shared::ids::UserId,
};

/// A person who can sign in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// The account's id.
    pub id: UserId,
    /// The email address in lower case; unique.
    pub email: String,
    /// The name; empty if none was given.
    pub name: String,
    /// When the account was created.
    pub created_at: Timestamp,
    /// The Argon2id hash; `None` after an operator's one-time link was used or a change of address was undone, until a
    /// new password is set.
    pub password_hash: Option<String>,
    /// What is known about the email address.
    pub address: AddressState,
    /// Grows with every change of password or address, and with a lock.
    pub credential_version: CredentialVersion,
    /// When the operator locked the account; `None` if it can sign in.
    pub locked_at: Option<Timestamp>,
    /// The second factors that were set up.
    pub factors: FactorSet,
    /// How many codes were wrong since the last right one. From
    /// [`crate::identity::second_factor::MAX_WRONG_CODES_IN_A_ROW`] on, only a new password makes it zero.
    pub wrong_codes: u32,
}

impl User {
    /// Whether a link that confirms this address would do something at `now`: the address is the account's own, and unconfirmed or
    /// refusing email, or the one that the account requested.
    pub fn awaits_proof_of(&self, email: &str, now: Timestamp) -> bool {
        if self.email == email {
            return self.address.verified_at.is_none() || self.address.refused.is_some();
        }
        self.address.pending.as_ref().is_some_and(|pending| pending.until > now && pending.email == email)
    }
}

/// A number that grows with every change of an account's password or address, with a lock, and when all sign-ins of the
/// account are ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CredentialVersion(pub u32);
