//! Everything except events, on either SQL engine: queries and changes, and their transactions.
//!
//! Opening a database, its migrations and what only one engine does are in that engine's folder. Several processes may
//! write to the same database at any time, so nothing here relies on being alone.

mod account_list;
mod accounts;
mod audit_chain;
mod audit_log;
mod change;
mod credits;
mod database;
mod generations;
mod grounds;
mod idempotency;
mod invitations;
mod jobs;
pub(crate) mod keys;
pub(crate) mod last_changes;
mod latest_uses;
mod made_on_day;
mod mails;
mod member_rows;
mod member_sites;
mod members;
mod memberships;
mod monitors;
mod organizations;
pub mod postgres;
mod prompts;
mod proposed_rules;
mod removal_pieces;
mod row_order;
mod rules;
mod scope;
mod sessions;
mod sites;
pub(crate) mod sqlite;
mod store;
mod users;
mod webhooks;

pub use store::MetadataStore;
pub(crate) use store::{Engine, Inner};
pub(crate) use webhooks::StoredAddress;
