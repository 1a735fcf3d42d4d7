//! HTTP: the route table, the guard, the envelope and the handlers.
//!
//! Knows ports and not stores. Status codes stand in `error` alone, routes in `routes` alone.

pub mod analytics;
mod answer;
pub mod app;
pub mod audit;
pub mod auth;
pub mod caller;
pub mod credits;
pub mod cursor;
pub mod documents;
mod envelope_body;
pub mod error;
pub mod events;
pub mod guard;
mod idempotency;
pub mod input;
pub mod jobs;
pub mod keys;
mod known_ids;
pub mod me;
pub mod members;
pub mod moment;
mod objects_only;
pub mod openapi;
pub mod organizations;
pub mod present_fields;
mod prompt_guard;
pub mod prompts;
pub mod read_operations;
mod remembered;
pub mod reply;
mod request_log;
pub mod route_table;
pub mod routes;
pub mod rules;
pub mod settings;
pub mod setup;
mod sightings;
pub mod site_entry;
pub mod sites;
mod spreadsheet_cell;
pub mod tenant;
pub mod time_text;
mod uses;
pub mod webhooks;
