//! What tests do instead of sleeping: wait until a condition is true. The only limit is for a test that hangs.

use std::time::{Duration, Instant};

/// A test that waits longer has failed. Work that a kill interrupted is taken again when its lease has run out.
const MAX_WAIT: Duration = Duration::from_secs(180);
/// The pause between two checks, so that checking is not the load.
const PAUSE: Duration = Duration::from_millis(25);

/// Waits until `is_so`. Panics with `what` if that never happens.
pub async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let begun = Instant::now();
    while !is_so().await {
        assert!(begun.elapsed() < MAX_WAIT, "it does not come about that {what}");
        tokio::time::sleep(PAUSE).await;
    }
}

/// The same, for tests of processes and threads.
pub fn until_blocking(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < MAX_WAIT, "it does not come about that {what}");
        std::thread::sleep(PAUSE);
    }
}
