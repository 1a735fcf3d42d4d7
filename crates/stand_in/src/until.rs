//! Waits until a condition is true, instead of sleeping. The only limit is for a test that hangs.

use std::time::{Duration, Instant};

/// The longest wait, after which a test fails. It is long because work that a kill interrupted is repeated only after its lease
/// expires.
const MAX_WAIT: Duration = Duration::from_secs(180);
/// The pause between two checks, so that checking itself is not a load.
const PAUSE: Duration = Duration::from_millis(25);

/// Waits until `is_so`. Panics with `what` if that takes longer than three minutes.
pub async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let begun = Instant::now();
    while !is_so().await {
        assert!(begun.elapsed() < MAX_WAIT, "timed out waiting until {what}");
        tokio::time::sleep(PAUSE).await;
    }
}

/// Like [`until`], for tests of processes and threads.
pub fn until_blocking(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < MAX_WAIT, "timed out waiting until {what}");
        std::thread::sleep(PAUSE);
    }
}
