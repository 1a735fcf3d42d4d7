//! External engines that answer questions.

use askline_domain::engines::{
    Engine,
    answer::{EngineAnswer, EngineFailure, EngineQuestion},
};
use async_trait::async_trait;

/// One engine. A request that timed out may have been charged, so a failed request is not repeated here: the caller
/// decides.
#[async_trait]
pub trait AnswerEngine: Send + Sync + 'static {
    /// Which engine it is.
    fn engine(&self) -> Engine;
    /// Asks the question once.
    async fn ask(&self, question: &EngineQuestion) -> Result<EngineAnswer, EngineFailure>;
}
