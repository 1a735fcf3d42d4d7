//! One contract suite per port, run on every backend. A guarantee is a generic function, and `on_every_backend!`
//! creates a test of it for each backend.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod accounts;
mod annotations;
mod audit;
mod backend;
mod bounded_changes;
mod bounded_statements;
mod changes;
mod credits;
#[path = "../servers/gate.rs"]
mod gate;
mod jobs;
mod key_changes;
mod keys;
mod limits;
mod member_changes;
mod monitors;
mod oauth;
mod organizations;
#[path = "../servers/pooler.rs"]
mod pooler;
mod postgres;
#[path = "../servers/postgres_server.rs"]
#[expect(dead_code, reason = "the suites of whole servers need more of it")]
mod postgres_server;
mod prompts;
mod reading_statements;
#[path = "../servers/redis_server.rs"]
mod redis_server;
mod request_log;
mod rules;
mod samples;
mod service_accounts;
mod sites;
mod sqlite_file;
mod sqlite_upgrade;
mod webhooks;
