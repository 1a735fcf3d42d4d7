//! The API over real HTTP.
#![expect(clippy::unwrap_used, reason = "tests say what they expect by failing")]

mod analytics;
mod answering_threads;
mod audit;
mod auth;
mod authorization;
mod connections;
mod contract_table;
mod credits;
mod cursors;
mod engines;
mod entity_tags;
mod envelope;
mod events;
mod examples;
mod forwarded_addresses;
mod generation;
mod harness;
mod idempotency;
mod jobs;
mod key_chains;
mod keys;
mod mail;
mod mcp;
mod members;
mod monitors;
mod neighbours;
mod order_of_checks;
mod organizations;
mod patches;
mod payload_bound;
#[path = "../../../store/tests/servers/postgres_server.rs"]
#[expect(dead_code, reason = "the stores' suites need more of it")]
mod postgres_server;
mod prompts;
mod public_config;
mod receiver;
mod repeated_posts;
mod rules;
mod sites;
mod table_files;
mod the_document;
mod unreadable;
mod visible_sites;
mod webhooks;
mod widget_place;
