//! Commands on objects of the store: organizations, accounts, sites, API keys.

pub mod key;
pub mod organization;
pub(super) mod removal;
pub mod site;
pub(super) mod user;
