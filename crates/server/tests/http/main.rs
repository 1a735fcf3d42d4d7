//! The API over real HTTP.
#![expect(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests say what they expect by failing")]

mod authorization;
mod contract_table;
mod envelope;
mod harness;
mod keys;
