//! Identity providers, and the identities that are linked to accounts.

pub mod linked_identity;
pub mod provider;
