//! The `askline` binary. Everything it does is in the library, so that tests reach it.

use std::process::ExitCode;

/// glibc keeps memory that was freed on a thread that hashed a password or read a file; this allocator returns it.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    askline_server::run(std::env::args_os())
}
