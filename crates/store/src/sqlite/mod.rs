//! The ports on SQLite: metadata through sqlx in `metadata.db`, events in a file of their own.
//!
//! One process writes through one connection; other processes (the command line) may write
//! to the same file at any time, so nothing here relies on being alone.

mod audit_chain;
mod audit_log;
mod commits;
mod credits;
pub mod events;
mod generations;
mod idempotency;
mod invitations;
mod jobs;
mod key_lookup;
mod keys;
mod known_visitors;
mod members;
mod metadata;
mod migrations;
mod monitors;
mod one_time;
mod open_error;
mod organizations;
mod prompts;
mod proposed_rules;
mod rows;
mod rules;
mod sessions;
mod sites;
mod transaction;
mod webhooks;

use crate::sealing::SealingKey;

pub use commits::Commits;
pub use metadata::MetadataStore;
pub use open_error::OpenError;
