//! Accounts: their rows, their sessions, their emails, and the ways to recover access.

pub(super) mod former_addresses;
pub(super) mod list;
pub(super) mod mails;
pub(super) mod memberships;
pub(super) mod recovery;
mod sessions;
pub(super) mod users;
