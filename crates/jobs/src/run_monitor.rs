//! Runs monitors.
//!
//! Asks each engine, reads and stores each answer immediately, and asks again if a retry may help.
//!
//! An attempt asks for what is not stored yet. After a temporary failure, nothing is stored for the answer, and the job
//! is retried later, so waiting uses no slot. If the process is killed, the next attempt asks only for what is missing.
//! Nothing here charges credits: the store does that when the run ends.

use std::{
    collections::{BTreeMap, HashMap},
    panic::AssertUnwindSafe,
    sync::Arc,
    time::Duration,
};

use askline_app::{
    monitors::finish_run,
    ports::{
        StoreResult,
        again::again_if_rolled_back,
        monitors::{MonitorStore, NewCitation, RunWork, answer_engine::AnswerEngine},
    },
};
use askline_domain::{
    citations::{Citation, CitationFailure, CitationResult, answer_reading::READING_VERSION},
    engines::{
        Engine,
        answer::{Again, EngineAnswer, EngineFailure, EngineFailureKind, EngineQuestion},
    },
    jobs::{Job, JobFailure, JobKind, wait_after, with_jitter},
    monitors::{
        run::{MONITOR_JOB, MonitorJob, PlannedEngine, why_not_ready},
        run_end::code_of,
    },
    shared::{
        clock::{Clock, whole_milliseconds},
        ids::{CitationId, Id as _},
    },
};
use async_trait::async_trait;
use futures_util::{FutureExt as _, StreamExt as _, stream::FuturesUnordered};
use jiff::{SignedDuration, Timestamp};
use tokio::sync::Semaphore;

use crate::runner::{HeldJob, JobEnd, JobHandler};

/// The maximum number of runs at the same time.
const MAX_RUNS_AT_ONCE: u32 = 50;
/// The maximum number of questions to one engine at the same time, over all runs. Each engine has its own slots, so
/// that an engine that hangs takes none from the others.
const MAX_QUESTIONS_TO_AN_ENGINE: usize = 50;
/// The longest wait for an answer, whatever the connector's own limit is.
pub const MAX_ANSWER_TIME: Duration = Duration::from_secs(180);
/// The maximum number of times that an engine is asked for one answer, unless attempts are interrupted.
const MAX_ASKED: u32 = 3;
/// The longest wait that an engine may ask for; if it asks for a longer one, the sample fails.
const MAX_WAIT: SignedDuration = SignedDuration::from_secs(60);
/// The maximum number of characters of a model's name that are stored.
const MAX_MODEL_CHARACTERS: usize = 100;
/// The maximum number of attempts at a run. So many are needed only if attempts are interrupted, most likely with the
/// whole process: [`MAX_ASKED`] ends a run earlier.
const MAX_CUT_OFF: u32 = 20;

/// The handler of monitors.
pub struct RunMonitor {
    monitors: Arc<dyn MonitorStore>,
    engines: HashMap<Engine, EnginePlaces>,
    clock: Arc<dyn Clock>,
    max_answer_time: Duration,
}

struct EnginePlaces {
    engine: Arc<dyn AnswerEngine>,
    places: Semaphore,
}

/// The result of one question.
enum Asked {
    /// It was answered, or no answer will follow.
    Settled(Result<EngineAnswer, EngineFailure>),
    /// Asking again may help, after this wait.
    Later(EngineFailure, SignedDuration),
}

impl RunMonitor {
    /// Creates a handler that asks these engines. Others cannot be asked.
    pub fn new(monitors: Arc<dyn MonitorStore>, engines: Vec<Arc<dyn AnswerEngine>>, clock: Arc<dyn Clock>) -> Self {
        let places = |engine: Arc<dyn AnswerEngine>| {
            (engine.engine(), EnginePlaces { engine, places: Semaphore::new(MAX_QUESTIONS_TO_AN_ENGINE) })
        };
        let engines = engines.into_iter().map(places).collect();
        Self { monitors, engines, clock, max_answer_time: MAX_ANSWER_TIME }
    }

    /// Sets this time limit for an answer.
    pub fn answering_within(self, max_answer_time: Duration) -> Self {
        Self { max_answer_time, ..self }
    }

    /// Asks for what is not stored yet, and stores each answer immediately. Returns what to ask again, and after which
    /// wait; `None` if the lease was lost.
    async fn ask_all(&self, job: &Job, held: &HeldJob, work: &RunWork) -> StoreResult<Option<Vec<Open>>> {
        let asks = work.run.plan.asks();
        let total = u32::try_from(asks.len()).unwrap_or(u32::MAX);
        let question = work.run.plan.question.for_engines();
        let missing = asks.into_iter().filter(|(planned, sample)| !work.done.contains(&(planned.engine, *sample)));
        let mut asked: FuturesUnordered<_> = missing
            .map(|(planned, sample)| {
                let question = &question;
                async move { (planned, sample, self.ask(planned, question, job.attempts).await) }
            })
            .collect();
        let mut open = Vec::new();
        while let Some((planned, sample, outcome)) = asked.next().await {
            match outcome {
                Asked::Later(failure, wait) => open.push(Open { engine: planned.engine, failure, wait }),
                Asked::Settled(answer) => {
                    if !self.record(held, work, (planned, sample), answer, total).await? {
                        return Ok(None);
                    }
                }
            }
        }
        Ok(Some(open))
    }

    async fn ask(&self, planned: &PlannedEngine, question: &EngineQuestion, attempt: u32) -> Asked {
        let not_ready = why_not_ready(planned.engine, planned.readiness);
        let found = self.engines.get(&planned.engine);
        let (None, Some(EnginePlaces { engine, places })) = (&not_ready, found) else {
            let message = not_ready.unwrap_or_else(|| format!("{} is not set up on this server.", planned.engine));
            return Asked::Settled(Err(failure(EngineFailureKind::NotConfigured, message, Again::Never)));
        };
        let place = places.acquire().await;
        // A connector that panics costs only one answer.
        let asking = AssertUnwindSafe(engine.ask(question)).catch_unwind();
        let answer = match tokio::time::timeout(self.max_answer_time, asking).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => {
                tracing::error!(engine = %planned.engine, "A connector panicked");
                Err(failure(
                    EngineFailureKind::Unreadable,
                    "The service could not read the answer.".into(),
                    Again::Never,
                ))
            }
            Err(_) => Err(failure(
                EngineFailureKind::TimedOut,
                format!("{} did not answer within {} s.", planned.engine, self.max_answer_time.as_secs()),
                Again::Later,
            )),
        };
        drop(place);
        match answer {
            Ok(answer) => Asked::Settled(Ok(answer)),
            Err(failure) => match wait_of(&failure, attempt) {
                Some(wait) => Asked::Later(failure, wait),
                None => Asked::Settled(Err(failure)),
            },
        }
    }

    async fn record(
        &self,
        held: &HeldJob,
        work: &RunWork,
        (planned, sample): (&PlannedEngine, u8),
        answer: Result<EngineAnswer, EngineFailure>,
        total: u32,
    ) -> StoreResult<bool> {
        let (run, at) = (&work.run, self.now());
        let mut pages = Vec::new();
        let mut targets = BTreeMap::new();
        let (result, model, credits_used, raw) = match answer {
            Ok(answer) => {
                let reading = work.watched.read(&answer);
                pages = work.watched.pages(&reading.cited_urls);
                targets = answer.targets;
                let model = answer.model.chars().take(MAX_MODEL_CHARACTERS).collect();
                (CitationResult::Succeeded(reading), model, planned.credits_per_answer, Some(answer.raw))
            }
            Err(failure) => {
                tracing::info!(
                    run.id = %run.id, engine = %planned.engine, kind = code_of(failure.kind), "An engine gave no answer"
                );
                let told = CitationFailure::new(failure.kind, &failure.message);
                (CitationResult::Failed(told), planned.model.clone(), 0, failure.raw)
            }
        };
        let citation = Citation {
            id: CitationId::new(at, &mut rand::rng()),
            run_id: run.id,
            monitor_id: run.monitor_id,
            site_id: run.site_id,
            query: run.plan.question.query.clone(),
            engine: planned.engine,
            sample,
            model,
            ran_at: at,
            result,
            reading_version: READING_VERSION,
            credits_used,
        };
        let new = NewCitation { citation: &citation, pages: &pages, raw: raw.as_deref(), targets: &targets, total };
        again_if_rolled_back(|| self.monitors.record_citation(held.lease(), new)).await
    }

    fn now(&self) -> Timestamp {
        whole_milliseconds(self.clock.now())
    }
}

/// A question that is asked again later.
struct Open {
    engine: Engine,
    failure: EngineFailure,
    wait: SignedDuration,
}

/// How long to wait before asking again after attempt number `attempt` (from 1); `None` if asking again is useless.
fn wait_of(failure: &EngineFailure, attempt: u32) -> Option<SignedDuration> {
    match failure.again {
        _ if attempt >= MAX_ASKED => None,
        Again::Never => None,
        Again::Later => Some(wait_after(attempt, &mut rand::rng())),
        Again::After(wait) if wait > MAX_WAIT => None,
        Again::After(wait) => Some(with_jitter(wait, &mut rand::rng())),
    }
}

fn failure(kind: EngineFailureKind, message: String, again: Again) -> EngineFailure {
    EngineFailure { kind, message, again, raw: None }
}

#[async_trait]
impl JobHandler for RunMonitor {
    fn kind(&self) -> JobKind {
        MONITOR_JOB
    }

    fn max_running(&self) -> u32 {
        MAX_RUNS_AT_ONCE
    }

    fn max_attempts(&self) -> u32 {
        MAX_CUT_OFF
    }

    async fn run(&self, job: &Job, held: &HeldJob) -> StoreResult<JobEnd> {
        let Some(MonitorJob { run_id: id }) = job.input_of() else {
            return Ok(JobEnd::Failed(JobFailure::new("INTERNAL_ERROR", "The job names no run.")));
        };
        let Some(work) = self.monitors.run_work(id).await? else {
            return Ok(JobEnd::Failed(JobFailure::new("NOT_FOUND", "The monitor was deleted before its run ended.")));
        };
        let ended = match self.ask_all(job, held, &work).await? {
            None => false,
            Some(open) => match open.iter().max_by_key(|open| open.wait) {
                None => again_if_rolled_back(|| finish_run(&*self.monitors, held.lease(), id, self.now())).await?,
                Some(longest) => {
                    let message = format!("{}: {}", longest.engine, longest.failure.message);
                    let failure = JobFailure::new(&code_of(longest.failure.kind), message);
                    return Ok(JobEnd::RetryAfter(failure, longest.wait));
                }
            },
        };
        if !ended {
            tracing::warn!(run.id = %id, "The lease of a run was lost; another process continues it");
        }
        Ok(JobEnd::Stored)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_failures_that_may_recover_soon_are_retried_and_at_most_twice() {
        let of = |again| failure(EngineFailureKind::RateLimited, String::new(), again);
        assert_eq!(wait_of(&of(Again::Never), 1), None);
        assert_eq!(wait_of(&of(Again::After(SignedDuration::from_secs(61))), 1), None);
        for (again, least) in [(Again::Later, 5), (Again::After(SignedDuration::from_secs(60)), 60)] {
            let wait = wait_of(&of(again), 1).expect("it may come right").as_secs();
            assert!((least..=least + least / 4 + 1).contains(&wait), "{wait}");
            assert!(wait_of(&of(again), 2).is_some());
            assert_eq!(wait_of(&of(again), 3), None);
        }
    }
}
