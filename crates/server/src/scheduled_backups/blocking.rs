//! Runs work that may wait for a disk on a thread for blocking work.

use super::fault::Fault;

/// Runs `work` on such a thread. Fails only if it panics.
pub(super) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Fault> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| {
        Fault::new("a part of the work ended early", format!("a part of the work ended early: {error}"))
    })
}
