//! Stored accounts and sessions.

pub mod accounts;
pub mod sessions;
