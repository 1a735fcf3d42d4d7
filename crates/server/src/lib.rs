//! Askline put together: settings, stores, HTTP, commands.
//!
//! Decides what is connected to what, and nothing else: rules live in `domain`, SQL in `store`, routes in `api`.

use std::{ffi::OsString, process::ExitCode};

pub mod backups;
pub mod commands;
pub mod common_clock;
pub mod company;
pub mod config;
pub mod connection_places;
pub mod data_folder;
pub mod demo;
pub mod disk_space;
pub mod documents;
pub mod failure;
pub mod housekeeping;
pub mod listen;
pub mod logs;
pub mod mcp;
pub mod measurements;
mod public_address;
mod request_host;
mod scratch;
pub mod stores;
pub mod time_limits;
pub mod upgrade;
mod version;
mod widget_place;
pub mod wiring;

pub use version::VERSION;

/// Chooses what encrypts for the whole process. Two providers in it would make the choice a matter of luck;
/// a second call finds the first's.
pub fn install_tls() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// Runs one command line to its end: 0 for success, 2 for misuse, 1 for failure.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    install_tls();
    match commands::run(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.say();
            failure.exit_code()
        }
    }
}
