//! Which engines answer with another model than before.

use std::collections::BTreeMap;

use super::{Citation, CitationResult};
use crate::engines::Engine;

/// The number of an engine's latest answers that are compared: an engine that answers with two models in turn has not changed.
pub const COMPARED_ANSWERS: u32 = 200;

/// The model of each engine's latest answer.
pub fn models_of(citations: &[Citation]) -> BTreeMap<Engine, String> {
    let answered =
        citations.iter().filter(|one| matches!(one.result, CitationResult::Succeeded(_)) && !one.model.is_empty());
    answered.map(|one| (one.engine, one.model.clone())).collect()
}

/// The model that an engine answered with before, if `model` is in none of its latest answers, the latest first.
pub fn changed_from<'m>(model: &str, latest: &'m [String]) -> Option<&'m str> {
    let before = latest.first()?;
    (!latest.iter().any(|one| one == model)).then_some(before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_news_if_no_latest_answer_has_it() {
        let latest = ["b", "a"].map(String::from);
        assert_eq!(changed_from("c", &latest), Some("b"));
        assert_eq!(changed_from("a", &latest), None, "the engine answers with both in turn");
        assert_eq!(changed_from("a", &[]), None, "the first answer");
    }
}
