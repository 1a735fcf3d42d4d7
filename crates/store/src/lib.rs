//! The ports of the domain on real stores. The only crate with SQL; independent of HTTP.
//!
//! Queries of the metadata are written once, for both SQL engines, in `metadata`; an engine's folder opens it and holds
//! what only that engine does.

pub mod events;
pub mod limits;
pub mod metadata;
pub mod moving;
pub mod postgres;
mod private_file;
pub mod sealing;
mod sql;
pub mod sqlite;
mod unfinished_move;
