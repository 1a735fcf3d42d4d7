//! One contract suite per port, run on every backend. A guarantee is a generic function;
//! `on_every_backend!` makes a test of it for each backend.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod audit_log;
mod backend;
mod changes;
mod citations;
mod credits;
mod founding;
#[path = "../servers/gate.rs"]
mod gate;
mod generations;
mod grounds;
mod idempotency;
mod invitations;
mod jobs;
mod keys;
mod mails;
mod members;
mod memory_rate_limiter;
mod monitors;
mod offered_ids;
mod organizations;
#[path = "../servers/pooler.rs"]
mod pooler;
mod postgres;
mod postgres_changes;
mod postgres_conflicts;
mod postgres_pooler;
mod postgres_scopes;
#[path = "../servers/postgres_server.rs"]
#[expect(dead_code, reason = "the suites of whole servers need more of it")]
mod postgres_server;
mod postgres_silent;
mod prompts;
mod proposed_rules;
mod raised_events;
mod rate_limiter;
mod redis;
#[path = "../servers/redis_server.rs"]
mod redis_server;
mod refused_origins;
mod removal;
mod rules;
mod samples;
mod sessions;
mod site_configs;
mod sites;
mod sqlite_file;
mod visible_sites;
mod webhook_addresses;
mod webhook_deliveries;
mod webhooks;
