//! Accounts, members, roles and sessions, and the secrets that prove who someone is.

pub mod account;
pub mod account_input;
pub mod address_state;
pub mod checksummed;
pub mod email_address;
pub mod grounds;
pub mod known_visitor;
pub mod links;
pub mod mail_language;
pub mod names;
pub mod passkeys;
pub mod password;
pub mod providers;
pub mod role;
pub mod second_factor;
pub mod session;
pub mod token;
pub mod user;

pub use crate::secret;
pub use providers::{linked_identity, provider};
