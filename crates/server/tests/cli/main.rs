//! The binary as an operator uses it: exit codes, JSON, and error messages.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod backups;
mod command_line;
mod commands;
mod data_folder;
mod instance;
mod killed;
mod moves;
#[path = "../../../store/tests/servers/postgres_server.rs"]
#[expect(dead_code, reason = "the stores' suites need more of it")]
mod postgres_server;
mod serving;
mod upgrades;
