//! Accounts: their rows, their sessions, their emails, and the ways to recover access.

mod factors;
pub(super) mod former_addresses;
pub(super) mod grounds;
mod in_change;
pub(super) mod list;
pub(super) mod mail_limits;
mod mailed_links;
pub(super) mod mails;
pub(super) mod memberships;
pub(super) mod open_session;
mod passkeys;
mod requested_mails;
mod sessions;
pub(super) mod users;
