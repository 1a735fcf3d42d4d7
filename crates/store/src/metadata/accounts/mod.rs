//! Accounts: their rows, their sessions, their emails, and the ways to recover access.

pub(super) mod former_addresses;
pub(super) mod grounds;
pub(super) mod list;
mod locking;
pub(super) mod mails;
pub(super) mod memberships;
pub(super) mod open_session;
pub(super) mod recovery;
mod sessions;
pub(super) mod users;
