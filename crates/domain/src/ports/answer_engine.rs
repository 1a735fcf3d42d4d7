//! Engines that answer questions, out in the world.

use async_trait::async_trait;

use crate::{
    engine::Engine,
    engine_answer::{EngineAnswer, EngineFailure, EngineQuestion},
};

/// One engine. A request that timed out may have been paid for, so nothing is repeated here: who asks decides.
#[async_trait]
pub trait AnswerEngine: Send + Sync + 'static {
    /// Which.
    fn engine(&self) -> Engine;
    /// Asks once.
    async fn ask(&self, question: &EngineQuestion) -> Result<EngineAnswer, EngineFailure>;
}
