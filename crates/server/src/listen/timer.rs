//! The timer of the listener, passed in, so that a test can use its own.

use std::sync::Arc;

use hyper::rt::Timer;
use hyper_util::rt::TokioTimer;

/// The timer that all parts of a listener share.
pub type SharedTimer = Arc<dyn Timer + Send + Sync>;

/// The timer of the system.
pub fn system() -> SharedTimer {
    Arc::new(TokioTimer::new())
}
