//! Commands on objects of the store: organizations, accounts, sites, API keys, service accounts.

pub mod key;
pub mod organization;
pub(super) mod removal;
pub(super) mod service_account;
pub mod site;
pub(super) mod user;
