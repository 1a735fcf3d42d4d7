//! Stored accounts and sessions.

pub mod accounts;
pub mod password_hasher;
pub mod sessions;
