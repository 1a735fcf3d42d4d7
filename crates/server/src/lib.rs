//! Askline put together: settings, stores, HTTP, commands.
//!
//! It connects the other crates: rules are in `domain`, SQL in `store`, routes in `api`. What belongs to no other crate
//! is here: the listener, pages, MCP, backups, commands.

pub mod background;
pub mod backups;
pub mod commands;
pub mod config;
pub mod data_folder;
pub mod disk_space;
pub mod documents;
pub mod failure;
pub mod listen;
pub mod logs;
pub mod mcp;
pub mod oauth;
mod own_addresses;
pub mod scheduled_backups;
mod scratch;
pub mod several_servers;
pub mod stores;
pub mod traces;
mod unsubscribe;
mod version;
pub mod wiring;

use std::{ffi::OsString, process::ExitCode};

pub use version::{VERSION, full_version};

/// Chooses the TLS provider of the whole process explicitly, in case two are linked in. A second call changes nothing.
pub fn install_tls() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// Runs one command line to its end: 0 for success, 2 for misuse, 1 for failure, 141 if stdout was closed. `commit` is
/// what the binary was built from.
pub fn run(arguments: impl IntoIterator<Item = OsString>, commit: Option<&str>) -> ExitCode {
    version::set_commit(commit);
    install_tls();
    match commands::run(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.say();
            failure.exit_code()
        }
    }
}
