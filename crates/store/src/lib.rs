//! The ports of the domain on real stores. The only crate with SQL, and it knows no HTTP.
//!
//! Each backend has a folder; a port keeps the same file name in each of them.

pub mod memory;
mod private_file;
pub mod sealing;
pub mod sqlite;
