//! HTTP: the route table, the guard, the envelope and the handlers.
//!
//! Depends on ports, not on stores. Errors get their status codes only in `pipeline/error.rs`; routes are only in
//! `routes.rs` and its folder.

pub mod caches;
pub mod files;
pub mod fresh_proofs;
pub mod key_operations;
pub mod openapi;
pub mod pipeline;
pub mod resources;
pub mod routes;
pub mod settings;
