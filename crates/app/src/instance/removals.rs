//! Allows one removal of deleted organizations and sites at a time.

use std::sync::atomic::AtomicBool;

use tokio::sync::Mutex;

/// The removal that this process runs, one at a time.
#[derive(Default)]
pub(crate) struct Removals {
    pub(crate) running: Mutex<()>,
    /// Whether something was deleted since the running removal began to look.
    pub(crate) is_wanted: AtomicBool,
}
