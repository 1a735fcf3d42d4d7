//! The version of this binary, and the commit that it was built from.

use std::sync::OnceLock;

/// The version without the commit, such as `1.2.0`.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The full version. It is set by the binary, which alone is compiled again for each commit.
static FULL: OnceLock<String> = OnceLock::new();

/// Sets the commit, of which the binary knows one if it was built with git. A second call changes nothing.
pub fn set_commit(commit: Option<&str>) {
    FULL.get_or_init(|| full(commit));
}

/// The version with its commit, as in `askline --version`: `1.2.0 (commit 0123456789ab)`.
pub fn full_version() -> &'static str {
    FULL.get_or_init(|| full(None))
}

fn full(commit: Option<&str>) -> String {
    format!("{VERSION} (commit {})", commit.unwrap_or("unknown"))
}
