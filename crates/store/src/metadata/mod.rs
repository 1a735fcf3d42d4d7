//! Everything except events, on either SQL engine: queries and changes, and their transactions.
//!
//! Opening a database, its migrations and what only one engine does are in that engine's folder. Several processes may
//! write to the same database at any time, so nothing here relies on being alone.

mod accounts;
mod audit;
mod changes;
mod credits;
mod database;
mod jobs;
pub(crate) mod keys;
mod monitors;
mod organizations;
pub mod postgres;
mod prompts;
mod rules;
mod sites;
pub(crate) mod sqlite;
mod store;
mod webhooks;

pub use store::MetadataStore;
pub(crate) use store::{Engine, Inner};
pub(crate) use webhooks::StoredAddress;
