//! The version of this binary.

/// As in `askline --version`, such as `1.2.0`.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
