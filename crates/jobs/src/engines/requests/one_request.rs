//! A connector to an engine that answers in one response.
//!
//! Engines differ only in the request and in how the response is read.

use askline_app::ports::monitors::answer_engine::AnswerEngine;
use askline_domain::engines::{
    Engine,
    answer::{EngineAnswer, EngineFailure, EngineQuestion},
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

/// What differs from engine to engine.
pub struct Dialect {
    /// The path below its base URL.
    pub path: &'static str,
    /// Creates the body that asks a model a question.
    pub request: fn(model: &str, question: &EngineQuestion) -> Value,
    /// Reads a successful response.
    pub read: fn(&Value) -> Result<Reading, Fault>,
    /// Reads any other response.
    pub refusal: ReadRefusal,
}

/// The connector. The key goes into `Authorization: Bearer`.
pub struct OneRequest {
    engine: Engine,
    connection: Connection,
    dialect: Dialect,
}

impl OneRequest {
    /// Creates a connector with this access.
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
