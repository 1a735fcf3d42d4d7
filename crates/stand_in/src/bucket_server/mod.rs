//! Stands in for an S3-compatible service in tests: one bucket in memory, faults on request.
//!
//! Checks the signature (version 4) of every request with its own code. Like the real services, it accepts parts below 5 MiB only
//! as the last part.

mod answers;
mod request;
mod signature;
mod state;

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard},
};

use axum::{Router, extract::Request};
use tokio::{net::TcpListener, task::JoinHandle};

pub use state::{ACCESS_KEY_ID, BUCKET, Fault, Operation, REGION, SECRET_ACCESS_KEY};
use state::{State, locked};

/// A running service. It ends when this is dropped.
pub struct BucketServer {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
    server: JoinHandle<()>,
}

impl BucketServer {
    /// Starts on a free port of this machine, with an empty bucket.
    pub async fn start() -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let state = Arc::new(Mutex::new(State::new()));
        let shared = Arc::clone(&state);
        let router = Router::new().fallback(move |request: Request| {
            let shared = Arc::clone(&shared);
            async move { answers::answer(&shared, request).await }
        });
        let server = tokio::spawn(async move {
            if let Err(error) = axum::serve(listener, router).await {
                eprintln!("the stand-in ended: {error}");
            }
        });
        Ok(Self { address, state, server })
    }

    /// The URL of the endpoint.
    pub fn endpoint(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Plans a fault for the next `times` requests of a kind.
    pub fn plan(&self, operation: Operation, times: usize, fault: Fault) {
        self.state().faults.push((operation, times, fault));
    }

    /// Removes all planned faults.
    pub fn work(&self) {
        self.state().faults.clear();
    }

    /// Sets the number of names on a page of a list.
    pub fn set_page(&self, page: usize) {
        self.state().page = page;
    }

    /// Changes the secret key with which requests must be signed.
    pub fn set_secret(&self, secret: &str) {
        self.state().secret = secret.into();
    }

    /// Stores an object.
    pub fn put(&self, key: &str, bytes: &[u8]) {
        self.state().objects.insert(key.into(), bytes.to_vec());
    }

    /// The keys of the objects.
    pub fn keys(&self) -> Vec<String> {
        self.state().objects.keys().cloned().collect()
    }

    /// An object.
    pub fn object(&self, key: &str) -> Option<Vec<u8>> {
        self.state().objects.get(key).cloned()
    }

    /// The number of uploads that were started, and neither completed nor aborted.
    pub fn open_uploads(&self) -> usize {
        self.state().uploads.len()
    }

    /// The number of correctly signed requests of a kind, including those with a planned fault.
    pub fn count(&self, operation: Operation) -> usize {
        self.state().counts.get(&operation).copied().unwrap_or_default()
    }

    /// The size of the largest body that was received, in bytes.
    pub fn largest_body(&self) -> usize {
        self.state().largest_body
    }

    fn state(&self) -> MutexGuard<'_, State> {
        locked(&self.state)
    }
}

impl Drop for BucketServer {
    fn drop(&mut self) {
        self.server.abort();
    }
}
