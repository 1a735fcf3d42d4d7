//! The signals that end a server.

use tokio::sync::watch;

/// The signal to stop: false until the end is requested.
pub type Stop = watch::Receiver<bool>;

/// The two signals of a shutdown: first that it is near, so that load balancers and clients go elsewhere, then that it
/// begins.
#[derive(Debug, Clone)]
pub struct Ending {
    /// Every HTTP/1 response closes its connection, and `/readyz` tells load balancers to send no new requests.
    pub near: Stop,
    /// No new requests are accepted.
    pub stop: Stop,
}

/// Completes at the signal to stop, or when its sender no longer exists.
pub async fn stopped(stop: &mut Stop) {
    let _ = stop.wait_for(|stopped| *stopped).await;
}
