//! Implements the application's ports on SQLite, PostgreSQL and Redis.
//!
//! It is the only crate with SQL, and independent of HTTP. Queries of the metadata are written once for both databases,
//! in `metadata`; the folder of each database opens it and contains what only that database needs.

pub mod data_folder;
pub mod events;
pub mod examination;
pub mod folder_owner;
pub mod limits;
pub mod metadata;
pub mod moving;
pub mod postgres;
mod private_file;
pub mod sealing;
mod sql;
pub mod sqlite;
mod unfinished_move;
