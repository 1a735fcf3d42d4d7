//! A connector to an engine that answers in one response.
//!
//! Only the request and the reading of the response differ.

use askline_app::ports::monitors::answer_engine::AnswerEngine;
use askline_domain::monitors::{
    engine::Engine,
    engine_answer::{EngineAnswer, EngineFailure, EngineQuestion},
};
use async_trait::async_trait;
use serde_json::Value;

use super::{
    connection::{Connection, ReadRefusal},
    fault::Fault,
};
use crate::engines::{
    access::{EngineAccess, NotConnected},
    responses::reading::Reading,
};

/// How to talk to an engine.
pub struct Dialect {
    /// The path below its base.
    pub path: &'static str,
    /// The body that asks a model a question.
    pub request: fn(model: &str, question: &EngineQuestion) -> Value,
    /// Reads a response with 200.
    pub read: fn(&Value) -> Result<Reading, Fault>,
    /// Reads any other.
    pub refusal: ReadRefusal,
}

/// The connector. The key goes into `Authorization: Bearer`.
pub struct OneRequest {
    engine: Engine,
    connection: Connection,
    dialect: Dialect,
}

impl OneRequest {
    /// A connector with this access.
    pub fn new(access: &EngineAccess, dialect: Dialect) -> Result<Self, NotConnected> {
        let connection = Connection::new(access, &[dialect.path], "authorization", "Bearer ")?;
        Ok(Self { engine: access.engine, connection, dialect })
    }
}

#[async_trait]
impl AnswerEngine for OneRequest {
    fn engine(&self) -> Engine {
        self.engine
    }

    async fn ask(&self, question: &EngineQuestion) -> Result<EngineAnswer, EngineFailure> {
        let request = (self.dialect.request)(self.connection.model(), question);
        let reply = self.connection.send(&request, self.dialect.refusal).await?;
        self.connection.finish((self.dialect.read)(&reply.json), reply.raw)
    }
}
