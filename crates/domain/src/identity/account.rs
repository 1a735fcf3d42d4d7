//! Checked input for accounts and passwords. Nothing here is stored yet.

use jiff::Timestamp;

use crate::{
    identity::{
        address_state::AddressState,
        second_factor::assurance::FactorSet,
        secret::Secret,
        user::{CredentialVersion, User},
    },
    shared::ids::UserId,
};

/// An account to be created.
#[derive(Debug, Clone)]
pub struct NewAccount {
    /// The email address in lower case.
    pub email: String,
    /// The name; empty if none was given.
    pub name: String,
    /// The password, until it is hashed.
    pub password: Secret,
}

/// A new password for an account.
#[derive(Debug, Clone)]
pub struct ChangedPassword {
    /// The current password as the caller gave it; empty if the account has none.
    pub current: Secret,
    /// The new password.
    pub new: Secret,
}

impl NewAccount {
    /// The account in its stored form; `password_hash` is the hash of its password.
    pub fn into_user(self, id: UserId, password_hash: String, at: Timestamp) -> User {
        User {
            id,
            email: self.email,
            name: self.name,
            created_at: at,
            password_hash: Some(password_hash),
            address: AddressState::default(),
            credential_version: CredentialVersion::default(),
            locked_at: None,
            factors: FactorSet::default(),
            wrong_codes: 0,
        }
    }
}
