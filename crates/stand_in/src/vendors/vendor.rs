//! What each engine does.

use serde_json::Value;

use crate::{
    answer_content::AnswerContent,
    fault::{Fault, Refusal},
    reaction::Reaction,
    received::Received,
    state::State,
};

pub(crate) trait Vendor: Sync {
    /// The base path of the API.
    fn base_path(&self) -> &'static str;
    /// Refuses what the real engine would refuse.
    fn check(&self, received: &Received) -> Result<(), Fault>;
    /// Whether the request asks the engine to search.
    fn searches(&self, body: &Value) -> bool;
    /// The body of a response with status 200.
    fn answer(
        &self,
        reaction: &Reaction,
        wanted: &AnswerContent,
        received: &Received,
        state: &State,
    ) -> Result<Value, Fault>;
    /// The error response for a fault.
    fn refuse(&self, fault: &Fault, received: &Received) -> Refusal;
}

/// The exact name of the model that answered, as the engine reports it.
pub(super) fn exact(model: &Value) -> String {
    format!("{}-2026-09-22", model.as_str().unwrap_or_default())
}
