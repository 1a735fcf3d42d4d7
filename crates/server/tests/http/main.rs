//! The API over real HTTP.
#![expect(clippy::unwrap_used, reason = "tests say what they expect by failing")]

mod analytics;
mod annotations;
mod audit;
mod auth;
mod channels;
mod connections;
mod credits;
mod document;
mod events;
mod every_route;
mod generation;
mod harness;
mod jobs;
mod keys;
mod load;
mod logs;
mod mail;
mod mcp;
mod members;
mod monitors;
mod oauth;
mod organizations;
mod page_file;
mod page_texts;
mod passkeys;
#[path = "../../../store/tests/servers/postgres_server.rs"]
#[expect(dead_code, reason = "the stores' suites need more of it")]
mod postgres_server;
mod prompts;
mod public_config;
mod reports;
mod request_log;
mod rolled_back;
mod rules;
mod second_factor;
mod service_accounts;
mod shared_links;
mod sign_in_providers;
mod sites;
mod table_files;
mod under_way;
mod visible_sites;
mod webhooks;
