//! Accounts: their rows, their sessions, their mails, and the ways back into them.

pub(super) mod former_addresses;
pub(super) mod list;
pub(super) mod mails;
pub(super) mod memberships;
pub(super) mod recovery;
mod sessions;
pub(super) mod users;
