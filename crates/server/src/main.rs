//! The `askline` binary. Everything it does is in the library, so that tests reach it.

use std::process::ExitCode;

fn main() -> ExitCode {
    askline_server::run(std::env::args_os())
}
