//! Accounts and sessions at rest.

pub mod accounts;
pub mod sessions;
