//! All data except events, on SQLite or PostgreSQL: queries, changes, and their transactions.
//!
//! The folder of each database contains how it is opened, its migrations, and what only it does. Several processes may
//! write to the same database at any time, so nothing here assumes exclusive access.

mod accounts;
mod alert_mails;
mod annotations;
mod audit;
mod changes;
mod channels;
mod credits;
mod database;
mod identities;
mod jobs;
pub(crate) mod keys;
mod log_sources;
pub(crate) mod monitors;
mod oauth;
mod organizations;
mod page_texts;
pub mod postgres;
mod prompts;
mod recipients;
mod report_subscriptions;
mod request_log;
mod rules;
mod service_accounts;
mod shared_links;
mod sites;
pub(crate) mod sqlite;
mod store;
mod values;
mod webhooks;

pub use store::MetadataStore;
pub(crate) use store::{Engine, Inner};
pub use webhooks::SealedUrls;
pub(crate) use webhooks::StoredAddress;
