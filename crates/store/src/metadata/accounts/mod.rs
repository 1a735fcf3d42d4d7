//! Accounts: their rows, their sessions, their emails, and the ways to recover access.

mod factors;
pub(super) mod former_addresses;
pub(super) mod grounds;
mod in_change;
pub(super) mod list;
mod locking;
pub(super) mod mail_limits;
pub(super) mod mails;
pub(super) mod memberships;
pub(super) mod open_session;
mod passkeys;
mod proofs;
pub(super) mod recovery;
mod sessions;
pub(super) mod sign_ups;
mod tokens;
pub(super) mod users;
