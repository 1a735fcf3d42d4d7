//! Grounds: what a permission to change an account was based on.
//!
//! Between the permission and the change, a password may be reset, a session ended or an account locked: hashing a
//! password alone takes a while. So a change of an account that something allowed compares that, its ground, in
//! the transaction of the change. A ground is never built from what is stored at that time.

use crate::{
    identity::{
        secret::SecretDigest,
        user::{CredentialVersion, User},
    },
    shared::ids::{SessionId, UserId},
};

/// An account whose credentials were checked: it signs in with its password, or it was just created.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CredentialsGround {
    /// The account.
    pub user: UserId,
    /// Its version when it was read, before the check.
    pub version: CredentialVersion,
}

/// A session that asks for a change which needs no password.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionGround {
    /// The account.
    pub user: UserId,
    /// Its session.
    pub session: SessionId,
}

/// A session that asks for a change, and in which the password was given again if the account has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConfirmedGround {
    /// The session.
    pub session: SessionGround,
    /// The account, as it was read before its password was checked.
    pub credentials: CredentialsGround,
}

/// The token of an emailed link, or a one-time token of the operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenGround {
    /// The account that the token was created for.
    pub user: UserId,
    /// SHA-256 of the token.
    pub digest: SecretDigest,
}

/// The creator of an account that does not exist yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NewAccountGround {
    /// A person who signs up on an instance without email, or who holds the setup token.
    Nobody,
    /// The token of an emailed link, by its SHA-256. It ends with the account's creation.
    SignUp(SecretDigest),
    /// A command of the operator.
    Operator,
}

impl From<&User> for CredentialsGround {
    fn from(user: &User) -> Self {
        Self { user: user.id, version: user.credential_version }
    }
}
