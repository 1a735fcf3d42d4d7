//! Stands in for answer engines and mail servers in tests: speaks their protocols on loopback, faults included.
//!
//! A request that the real engine would refuse is refused here as well, so a connector that sends something wrong fails
//! its test. [`until`] is how every test waits. Only ever a dependency of tests; nothing here is shipped.

mod control;
mod fault;
pub mod mail_server;
mod reaction;
mod received;
mod server;
mod state;
mod told;
mod until;
mod vendors;

use std::{net::SocketAddr, sync::Arc};

use askline_domain::engine::Engine;
use tokio::{net::TcpListener, task::JoinHandle};

pub use fault::Wait;
pub use reaction::{ELSEWHERE, Reaction};
pub use received::Received;
pub use until::{until, until_blocking};

use state::State;

/// The model that no engine here knows.
pub const UNKNOWN_MODEL: &str = "no-such-model";

/// A running server. It ends when this is dropped.
pub struct StandIn {
    address: SocketAddr,
    state: Arc<State>,
    server: JoinHandle<()>,
}

impl StandIn {
    /// Starts on a free port of this machine. Every question is answered with a cited page unless told otherwise.
    pub async fn start() -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let state = Arc::new(State::new(address));
        let server = tokio::spawn(server::serve(listener, Arc::clone(&state)));
        Ok(Self { address, state, server })
    }

    /// Where it listens, such as `http://127.0.0.1:4321`.
    pub fn address(&self) -> String {
        format!("http://{}", self.address)
    }

    /// What to set as the base of an engine's interface.
    pub fn base_url(&self, engine: Engine) -> String {
        format!("{}{}", self.address(), vendors::of(engine).base_path())
    }

    /// How to answer the next question to this engine that nothing is planned for yet.
    pub fn plan(&self, engine: Engine, reaction: Reaction) {
        self.state.plan(engine, reaction);
    }

    /// How to answer questions to this engine that nothing is planned for.
    pub fn always(&self, engine: Engine, reaction: Reaction) {
        self.state.always(engine, reaction);
    }

    /// What came so far, refused requests and looks at redirects included.
    pub fn received(&self) -> Vec<Received> {
        self.state.received()
    }
}

impl Drop for StandIn {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// The key that an engine here knows. All others are refused.
pub const fn key_of(engine: Engine) -> &'static str {
    match engine {
        Engine::OpenAi => "sk-stand-in-openai-4f1c8e",
        Engine::Anthropic => "sk-ant-stand-in-9b27d0",
        Engine::Perplexity => "pplx-stand-in-61c3aa",
        Engine::Xai => "xai-stand-in-d84e02",
        Engine::Gemini => "AIza-stand-in-2f90b7",
    }
}
