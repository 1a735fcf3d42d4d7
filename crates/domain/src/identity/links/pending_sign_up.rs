//! A sign-up whose address is not confirmed yet.

use serde::{Deserialize, Serialize};

/// A person who signed up, until they confirm their address and get the account.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingSignUp {
    /// The address.
    pub email: String,
    /// The name; empty if none was given.
    pub name: String,
    /// The hash of the password.
    pub password_hash: String,
    /// The name of the organization.
    pub organization: String,
}
