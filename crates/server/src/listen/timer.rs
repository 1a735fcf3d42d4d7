//! Time as the listener sees it: given to it, so that a test moves its own.

use std::sync::Arc;

use hyper::rt::Timer;
use hyper_util::rt::TokioTimer;

/// Time that all parts of a listener share.
pub type SharedTimer = Arc<dyn Timer + Send + Sync>;

/// The machine's time.
pub fn system() -> SharedTimer {
    Arc::new(TokioTimer::new())
}
