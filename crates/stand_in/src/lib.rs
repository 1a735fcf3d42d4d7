//! Stands in for engines, mail servers, identity providers and S3-compatible services in tests. It speaks their protocols on loopback, including
//! faults.
//!
//! A request that the real engine would refuse is refused here as well, so a connector that sends something wrong fails its test.
//! Tests wait with [`until`]. Only tests and the bench depend on this crate; it is not shipped.

mod answer_content;
pub mod bucket_server;
mod control;
mod credentials;
mod fault;
pub mod identity_provider;
pub mod mail_server;
mod reaction;
mod received;
mod server;
mod state;
mod until;
mod vendors;

use std::{net::SocketAddr, sync::Arc};

use askline_domain::engines::Engine;
use tokio::{net::TcpListener, task::JoinHandle};

pub use credentials::{UNKNOWN_MODEL, key_of};
pub use fault::Wait;
pub use reaction::{ELSEWHERE, Reaction};
pub use received::Received;
pub use until::{until, until_blocking};

use state::State;

/// A running server. It ends when this is dropped.
pub struct StandIn {
    address: SocketAddr,
    state: Arc<State>,
    server: JoinHandle<()>,
}

impl StandIn {
    /// Starts on a free port of this machine. By default, the answer to every question cites a page.
    pub async fn start() -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let state = Arc::new(State::new(address));
        let server = tokio::spawn(server::serve(listener, Arc::clone(&state)));
        Ok(Self { address, state, server })
    }

    /// Its address, such as `http://127.0.0.1:4321`.
    pub fn address(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The base URL of an engine's API.
    pub fn base_url(&self, engine: Engine) -> String {
        format!("{}{}", self.address(), vendors::of(engine).base_path())
    }

    /// Sets the reaction to the next question to this engine that has no plan yet.
    pub fn plan(&self, engine: Engine, reaction: Reaction) {
        self.state.plan(engine, reaction);
    }

    /// Sets the reaction to all questions to this engine that have no plan.
    pub fn always(&self, engine: Engine, reaction: Reaction) {
        self.state.always(engine, reaction);
    }

    /// The requests so far, including refused ones and requests for redirects.
    pub fn received(&self) -> Vec<Received> {
        self.state.received()
    }
}

impl Drop for StandIn {
    fn drop(&mut self) {
        self.server.abort();
    }
}
