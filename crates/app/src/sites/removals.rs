//! Allows one removal of deleted organizations and sites at a time.

use std::sync::atomic::AtomicBool;

use tokio::sync::Mutex;

/// The one removal that this process runs at a time.
#[derive(Default)]
pub(crate) struct Removals {
    pub(super) running: Mutex<()>,
    /// Whether something was deleted since the running one began to look.
    pub(super) is_wanted: AtomicBool,
}
