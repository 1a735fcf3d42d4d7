//! Users: people who can sign in.

use jiff::Timestamp;

use crate::{mail::AddressState, shared::ids::UserId};

/// A person who can sign in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// Its id.
    pub id: UserId,
    /// Email address in lower case; unique.
    pub email: String,
    /// Name, empty when none was given.
    pub name: String,
    /// When the account was created.
    pub created_at: Timestamp,
    /// Argon2id hash; `None` after an operator's one-time link was used, until a new password is set.
    pub password_hash: Option<String>,
    /// What is known about the address.
    pub address: AddressState,
}
