//! Determines the result, the cost and the job outcome of a run from its citations.

use std::collections::BTreeSet;

use serde_json::json;

use super::run::RunStatus;
use crate::{
    citations::{Citation, CitationFailure, CitationResult},
    engines::{Engine, answer::EngineFailureKind},
    jobs::{JobFailure, JobOutcome},
    shared::ids::RunId,
};

/// The result of a run, from its citations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunEnd {
    /// Why the run failed: it could not begin, no engine answered, or it was interrupted.
    pub failure: Option<JobFailure>,
    /// The number of answers.
    pub samples: u32,
    /// The number of requests without an answer.
    pub failed: u32,
    /// The number of answers that cite the site.
    pub cited: u32,
    /// The credits that the answers cost.
    pub credits_used: u32,
}

impl RunEnd {
    /// Sums up the citations of a run.
    pub fn of(citations: &[Citation]) -> Self {
        let count = |wanted: &dyn Fn(&Citation) -> bool| {
            u32::try_from(citations.iter().filter(|citation| wanted(citation)).count()).unwrap_or(u32::MAX)
        };
        let samples = count(&|citation| citation.reading().is_some());
        Self {
            failure: (samples == 0).then(|| failure_of(citations)),
            samples,
            failed: count(&|citation| citation.reading().is_none()),
            cited: count(&Citation::is_cited),
            credits_used: citations.iter().map(|citation| citation.credits_used).fold(0, u32::saturating_add),
        }
    }

    /// The run's status after its end.
    pub fn status(&self) -> RunStatus {
        if self.failure.is_none() { RunStatus::Succeeded } else { RunStatus::Failed }
    }

    /// The outcome of the run's job.
    pub fn outcome(&self, run: RunId) -> JobOutcome {
        match &self.failure {
            Some(failure) => JobOutcome::Failed(failure.clone()),
            None => JobOutcome::Succeeded(json!({
                "runId": run, "samples": self.samples, "failed": self.failed,
                "citedCount": self.cited, "creditsUsed": self.credits_used,
            })),
        }
    }

    /// The reason that the ledger shows for the payment.
    pub fn payment_reason(&self, question: &str) -> String {
        let answers = if self.samples == 1 { "answer" } else { "answers" };
        format!("{} {answers} to “{question}”", self.samples)
    }
}

/// The failure of a run whose monitor was deleted.
pub fn monitor_was_deleted() -> JobFailure {
    JobFailure::new("NOT_FOUND", "The monitor was deleted while it ran.")
}

/// The failure of a run whose job ended with this outcome but did not end the run.
pub fn failure_of_job(outcome: &JobOutcome) -> JobFailure {
    match outcome {
        JobOutcome::Failed(failure) => failure.clone(),
        _ => JobFailure::new("INTERRUPTED", "The run was interrupted before it finished."),
    }
}

/// Combines the failures of all engines, each engine once. The code is that of the failures if all have the same one,
/// otherwise `NO_ENGINE_ANSWERED`.
fn failure_of(citations: &[Citation]) -> JobFailure {
    let failures: Vec<(Engine, &CitationFailure)> = citations
        .iter()
        .filter_map(|citation| match &citation.result {
            CitationResult::Failed(failure) => Some((citation.engine, failure)),
            CitationResult::Succeeded(_) => None,
        })
        .collect();
    let kinds: BTreeSet<String> = failures.iter().map(|(_, failure)| code_of(failure.kind)).collect();
    let code = match kinds.iter().collect::<Vec<_>>().as_slice() {
        [only] => (*only).clone(),
        _ => "NO_ENGINE_ANSWERED".to_owned(),
    };
    let mut told = BTreeSet::new();
    let reasons: Vec<String> = failures
        .iter()
        .filter(|(engine, _)| told.insert(*engine))
        .map(|(engine, failure)| format!("{engine}: {}", failure.message))
        .collect();
    JobFailure::new(&code, format!("No engine answered. {}", reasons.join(" ")))
}

/// The stable code of a kind of failure.
pub fn code_of(kind: EngineFailureKind) -> String {
    let value = serde_json::to_value(kind).expect("a kind is a word");
    value.as_str().expect("a kind is a word").to_owned()
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::shared::ids::{CitationId, Id as _, MonitorId, SiteId};

    #[test]
    fn a_run_without_any_answer_failed_with_each_engines_reason() {
        let failed = |engine, kind, message: &str| Citation {
            id: CitationId::from_bits(1),
            run_id: RunId::from_bits(1),
            monitor_id: MonitorId::from_bits(1),
            site_id: SiteId::from_bits(1),
            query: String::new(),
            engine,
            sample: 1,
            model: String::new(),
            ran_at: Timestamp::UNIX_EPOCH,
            result: CitationResult::Failed(CitationFailure::new(kind, message)),
            reading_version: 1,
            credits_used: 0,
        };
        let late = failed(Engine::Xai, EngineFailureKind::TimedOut, "Too late.");
        let end = RunEnd::of(&[late.clone(), late.clone()]);
        let failure = end.failure.clone().expect("it failed");
        assert_eq!((failure.code.as_str(), end.failed, end.status()), ("TIMED_OUT", 2, RunStatus::Failed));
        assert_eq!(failure.message, "No engine answered. xai: Too late.");
        let mixed = RunEnd::of(&[late, failed(Engine::OpenAi, EngineFailureKind::BadKey, "Refused.")]);
        assert_eq!(mixed.failure.expect("it failed").code, "NO_ENGINE_ANSWERED");
    }
}
