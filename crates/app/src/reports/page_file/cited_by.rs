//! The questions whose answers cite a page, with the engines that gave them.

use std::{cmp::Reverse, collections::BTreeMap};

use askline_domain::{
    engines::Engine,
    shared::{ids::MonitorId, rfc3339::Moment},
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::ports::monitors::CitingAnswers;

/// The maximum number of questions that a page's file lists: those whose answers cited the page last.
pub const MAX_QUESTIONS: usize = 20;

/// A question whose answers cite the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CitingQuestion {
    /// The monitor of the question.
    pub monitor_id: MonitorId,
    /// The question.
    pub query: String,
    /// The number of answers that cite the page.
    pub citations: u64,
    /// When the last of them was given.
    pub last_cited_at: Moment,
    /// The engines that gave them, the most citations first.
    pub engines: Vec<CitingEngine>,
}

/// An engine whose answers to a question cite the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CitingEngine {
    /// The engine.
    pub engine: Engine,
    /// The number of its answers that cite the page.
    pub citations: u64,
    /// When the last of them was given.
    pub last_cited_at: Moment,
}

/// The questions that are listed, those cited last first, and the number of all.
pub(super) fn by_question(answers: Vec<CitingAnswers>) -> (Vec<CitingQuestion>, u64) {
    let mut questions: BTreeMap<MonitorId, CitingQuestion> = BTreeMap::new();
    for CitingAnswers { monitor, query, engine, citations, last_cited_at } in answers {
        let last = Moment(last_cited_at);
        let question = questions.entry(monitor).or_insert_with(|| CitingQuestion {
            monitor_id: monitor,
            query,
            citations: 0,
            last_cited_at: last,
            engines: Vec::new(),
        });
        question.citations += citations;
        question.last_cited_at = Moment(question.last_cited_at.0.max(last_cited_at));
        question.engines.push(CitingEngine { engine, citations, last_cited_at: last });
    }
    let all = questions.len() as u64;
    let mut listed: Vec<CitingQuestion> = questions.into_values().collect();
    listed.sort_by_key(|question| (Reverse(question.last_cited_at.0), question.monitor_id));
    listed.truncate(MAX_QUESTIONS);
    for question in &mut listed {
        question.engines.sort_by_key(|of| (Reverse(of.citations), of.engine));
    }
    (listed, all)
}

#[cfg(test)]
mod tests {
    use askline_domain::shared::ids::Id as _;
    use jiff::Timestamp;

    use super::*;

    fn answers(monitor: u128, engine: Engine, citations: u64, second: i64) -> CitingAnswers {
        let last_cited_at = Timestamp::from_second(second).expect("a time");
        let monitor = MonitorId::from_bits(monitor);
        CitingAnswers { monitor, query: format!("question {monitor}"), engine, citations, last_cited_at }
    }

    #[test]
    fn questions_sum_their_engines_and_the_most_recently_cited_is_listed_first() {
        let (listed, all) = by_question(vec![
            answers(1, Engine::Xai, 2, 10),
            answers(2, Engine::OpenAi, 1, 20),
            answers(1, Engine::OpenAi, 5, 30),
        ]);
        assert_eq!(all, 2);
        let shown: Vec<_> = listed.iter().map(|one| (one.citations, one.last_cited_at.0.as_second())).collect();
        assert_eq!(shown, [(7, 30), (1, 20)]);
        let engines: Vec<_> = listed[0].engines.iter().map(|of| (of.engine, of.citations)).collect();
        assert_eq!(engines, [(Engine::OpenAi, 5), (Engine::Xai, 2)]);
    }

    #[test]
    fn no_more_than_twenty_questions_are_listed_and_all_are_counted() {
        let many: Vec<_> = (0..25).map(|number| answers(number + 1, Engine::Xai, 1, number as i64)).collect();
        let (listed, all) = by_question(many);
        assert_eq!((listed.len(), all), (MAX_QUESTIONS, 25));
        assert_eq!(listed[0].last_cited_at.0.as_second(), 24);
    }
}
