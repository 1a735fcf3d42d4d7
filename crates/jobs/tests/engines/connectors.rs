//! Starts a stand-in for the engines, and creates connectors to it.

use std::{sync::Arc, time::Duration};

use askline_app::ports::monitors::answer_engine::AnswerEngine;
use askline_domain::{
    engines::{
        Engine,
        answer::{EngineAnswer, EngineFailure, EngineQuestion},
    },
    identity::secret::Secret,
};
use askline_jobs::engines::{
    access::{EngineAccess, MAX_ENGINE_TIME, SearchVersion},
    connect,
};
use askline_stand_in::{Reaction, StandIn, key_of};

/// The requested model.
pub const MODEL: &str = "some-model";
/// Long enough for an answer on this machine, short enough to wait for a timeout.
pub const SHORT_TIME: Duration = Duration::from_secs(2);

pub async fn stand_in() -> StandIn {
    let _ = rustls::crypto::ring::default_provider().install_default();
    StandIn::start().await.expect("a free port")
}

/// The access to an engine of the stand-in.
pub fn access(stand_in: &StandIn, engine: Engine) -> EngineAccess {
    EngineAccess {
        engine,
        base_url: stand_in.base_url(engine).parse().expect("an address"),
        api_key: Secret::new(key_of(engine)),
        model: MODEL.into(),
        search: SearchVersion::default(),
        max_time: MAX_ENGINE_TIME,
    }
}

pub fn connector(access: &EngineAccess) -> Arc<dyn AnswerEngine> {
    connect(access).expect("a connector")
}

pub fn question() -> EngineQuestion {
    EngineQuestion { text: "Which tools turn long articles into audio?".into(), region: None, language: None }
}

/// Asks an engine that reacts in this way.
pub async fn ask(stand_in: &StandIn, engine: Engine, reaction: &Reaction) -> Result<EngineAnswer, EngineFailure> {
    stand_in.plan(engine, reaction.clone());
    let waits_in_vain = matches!(reaction, Reaction::Hang | Reaction::Stall | Reaction::HangingRedirects { .. });
    let mut access = access(stand_in, engine);
    if waits_in_vain {
        access.max_time = SHORT_TIME;
    }
    connector(&access).ask(&question()).await
}
