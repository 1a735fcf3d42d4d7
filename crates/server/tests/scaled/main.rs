//! Real servers on a real PostgreSQL and Redis. Tests run two servers where two can behave differently from one.
#![expect(clippy::unwrap_used, reason = "tests say what they expect by failing")]

mod behind_pooler;
mod broken_ways;
mod clocks;
mod cluster;
mod commands;
mod connection_count;
mod counted;
#[path = "../../../store/tests/servers/cutting_proxy.rs"]
#[expect(dead_code, reason = "the stores' suites need more of it")]
mod cutting_proxy;
mod fail_over;
mod faults;
#[path = "../../../store/tests/servers/faulty_proxy.rs"]
mod faulty_proxy;
#[path = "../cli/instance.rs"]
#[expect(dead_code, reason = "the suite of commands needs more of it")]
mod instance;
#[path = "../../../store/tests/servers/pooler.rs"]
#[expect(dead_code, reason = "the stores' suites need more of it")]
mod pooler;
#[path = "../../../store/tests/servers/postgres_server.rs"]
#[expect(dead_code, reason = "the stores' suites need more of it")]
mod postgres_server;
#[path = "../../../store/tests/servers/redis_server.rs"]
#[expect(dead_code, reason = "the stores' suites need more of it")]
mod redis_server;
mod refused_at_start;
mod releases;
mod restored;
mod rolling;
mod together;
mod vanished;
