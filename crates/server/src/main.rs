//! The `askline` binary. All its code is in the library, so that tests can use it.

use std::process::ExitCode;

/// glibc keeps memory that was freed on a thread that hashed a password or read a file; this allocator returns it to the
/// system.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    askline_server::run(std::env::args_os(), askline_commit::commit!())
}
