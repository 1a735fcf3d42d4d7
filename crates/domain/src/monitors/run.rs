//! A run of a monitor: what it asks, and what it may cost.

use jiff::Timestamp;
use rand::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    citations::{competitor::Competitor, run_change::RunChange},
    engines::{Engine, EngineCatalogue, EngineOffer, EngineReadiness, answer::EngineQuestion},
    jobs::{JobFailure, JobInput, JobKind, NewJob},
    monitors::{Monitor, MonitorSettings},
    present_fields::every_field_present,
    shared::{
        ids::{Id as _, JobId, MonitorId, OrgId, RunId, SiteId},
        rfc3339::{Moment, as_moment, as_moment_or_null},
    },
};

/// The kind of job that runs a monitor.
pub const MONITOR_JOB: JobKind = JobKind::new("monitor.run");

/// The input of a job that runs a monitor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MonitorJob {
    /// The run.
    pub run_id: RunId,
}

impl JobInput for MonitorJob {
    const KIND: JobKind = MONITOR_JOB;
}

/// The failure code of a run without any engine that can be asked.
pub const NOT_CONFIGURED: &str = "NOT_CONFIGURED";
/// The failure code of a run that cannot be paid for.
pub const INSUFFICIENT_CREDITS: &str = "INSUFFICIENT_CREDITS";

/// What started a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RunTrigger {
    /// A person started it.
    Manual,
    /// The monitor's schedule started it.
    Schedule,
}

words! { RunTrigger, "a trigger of a run": Manual = "manual", Schedule = "schedule" }

/// The status of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RunStatus {
    /// It is waiting or running.
    Running,
    /// It ended, and at least one engine answered.
    Succeeded,
    /// It ended without any answer or was interrupted, and cost nothing.
    Failed,
}

words! { RunStatus, "a status of a run": Running = "running", Succeeded = "succeeded", Failed = "failed" }

/// The question of a run, according to the monitor's settings when the run began.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RunQuestion {
    /// The question.
    pub query: String,
    /// The country of the search.
    pub region: Option<String>,
    /// The language of the answers.
    pub language: Option<String>,
    /// The competitors to look for.
    pub competitors: Vec<Competitor>,
    /// How many times each engine is asked.
    pub samples: u8,
}

impl RunQuestion {
    /// The question in the form that engines get.
    pub fn for_engines(&self) -> EngineQuestion {
        EngineQuestion { text: self.query.clone(), region: self.region.clone(), language: self.language.clone() }
    }
}

/// An engine of a run, with the operator's settings when the run began.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlannedEngine {
    /// The engine.
    pub engine: Engine,
    /// The requested model.
    pub model: String,
    /// The credits that an answer costs.
    pub credits_per_answer: u32,
    /// Whether it could be asked.
    pub readiness: EngineReadiness,
}

impl From<&EngineOffer> for PlannedEngine {
    fn from(offer: &EngineOffer) -> Self {
        Self {
            engine: offer.engine,
            model: offer.model.clone(),
            credits_per_answer: offer.credits_per_answer,
            readiness: offer.readiness,
        }
    }
}

impl PlannedEngine {
    /// Whether it could be asked.
    pub fn is_ready(&self) -> bool {
        self.readiness == EngineReadiness::Ready
    }
}

/// Why an engine cannot be asked, and who can change that; `None` if it can be asked.
pub fn why_not_ready(engine: Engine, readiness: EngineReadiness) -> Option<String> {
    match readiness {
        EngineReadiness::Ready => None,
        EngineReadiness::NoKey => {
            Some(format!("{engine} has no key: the operator of this service sets one under [engines.{engine}]."))
        }
        EngineReadiness::TermsNotConfirmed => Some(format!(
            "The terms of {engine} are not confirmed: the operator of this service does that under [engines.{engine}]."
        )),
    }
}

/// What a run asks each engine, and what it may cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunPlan {
    /// The question.
    pub question: RunQuestion,
    /// The engines.
    pub engines: Vec<PlannedEngine>,
}

impl RunPlan {
    /// Plans a run that begins now.
    pub fn of(settings: &MonitorSettings, catalogue: &EngineCatalogue) -> Self {
        let question = RunQuestion {
            query: settings.query.clone(),
            region: settings.region.clone(),
            language: settings.language.clone(),
            competitors: settings.competitors.clone(),
            samples: settings.samples_per_run,
        };
        let engines = settings.engines.iter().map(|engine| catalogue.offer(*engine).into()).collect();
        Self { question, engines }
    }

    /// The cost of the run in credits if every engine that can be asked answers every time.
    pub fn max_credits(&self) -> u32 {
        let ready = self.engines.iter().filter(|engine| engine.is_ready());
        ready
            .map(|engine| engine.credits_per_answer.saturating_mul(self.question.samples.into()))
            .fold(0, u32::saturating_add)
    }

    /// Why no engine can be asked; `None` if at least one can.
    pub fn why_nobody_is_ready(&self) -> Option<String> {
        let reasons: Vec<String> =
            self.engines.iter().filter_map(|engine| why_not_ready(engine.engine, engine.readiness)).collect();
        let is_anybody_ready = reasons.len() < self.engines.len();
        (!is_anybody_ready).then(|| format!("No engine of this monitor can be asked. {}", reasons.join(" ")))
    }

    /// The engines and samples that get a citation record. An engine that cannot be asked gets one record, which says
    /// so.
    pub fn asks(&self) -> Vec<(&PlannedEngine, u8)> {
        let samples = |engine: &PlannedEngine| if engine.is_ready() { self.question.samples } else { 1 };
        self.engines.iter().flat_map(|engine| (1..=samples(engine)).map(move |sample| (engine, sample))).collect()
    }
}

/// A run of a monitor.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct MonitorRun {
    /// Its id.
    pub id: RunId,
    /// Its monitor.
    pub monitor_id: MonitorId,
    /// The site that answers are searched for.
    #[serde(skip)]
    pub site_id: SiteId,
    /// The job that does it; null if the run could not begin.
    pub job_id: Option<JobId>,
    /// What started it.
    pub trigger: RunTrigger,
    /// Its question and engines.
    #[serde(skip)]
    pub plan: RunPlan,
    /// The status.
    pub status: RunStatus,
    /// Why it failed; null if it did not.
    pub failure: Option<JobFailure>,
    /// The credits that were reserved for it.
    pub credits_reserved: u32,
    /// The credits that were paid for it; 0 until it ends.
    pub credits_used: u32,
    /// When it was requested.
    #[serde(serialize_with = "as_moment")]
    #[schemars(with = "Moment")]
    pub started_at: Timestamp,
    /// When it ended; null until then.
    #[serde(serialize_with = "as_moment_or_null")]
    #[schemars(with = "Option<Moment>")]
    pub finished_at: Option<Timestamp>,
    /// For each engine that answered in this run and in an earlier one: its answers compared with the previous run, and
    /// the current clear change, if there is one. Empty until the run ends.
    pub changes: Vec<RunChange>,
}

impl MonitorRun {
    /// Creates a run and its job.
    pub fn begin(
        monitor: &Monitor,
        org_id: OrgId,
        plan: RunPlan,
        trigger: RunTrigger,
        at: Timestamp,
        random: &mut impl Rng,
    ) -> (Self, NewJob) {
        let (id, job_id) = (RunId::new(at, random), JobId::new(at, random));
        let job = NewJob::of(job_id, org_id, &MonitorJob { run_id: id }, at).about(monitor.site_id);
        let run = Self {
            id,
            monitor_id: monitor.id,
            site_id: monitor.site_id,
            job_id: Some(job_id),
            trigger,
            credits_reserved: plan.max_credits(),
            plan,
            status: RunStatus::Running,
            failure: None,
            credits_used: 0,
            started_at: at,
            finished_at: None,
            changes: Vec::new(),
        };
        (run, job)
    }

    /// Explains that `available` credits are too few.
    pub fn why_unpaid(&self, available: i64) -> String {
        format!("The run needs {} credits and {available} are available.", self.credits_reserved)
    }

    /// The run as one that failed because it could not begin.
    pub fn refused(self, failure: JobFailure) -> Self {
        Self {
            job_id: None,
            status: RunStatus::Failed,
            failure: Some(failure),
            credits_reserved: 0,
            finished_at: Some(self.started_at),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::monitors::cadence::Cadence;

    fn offer(engine: Engine, price: u32, readiness: EngineReadiness) -> EngineOffer {
        EngineOffer { engine, model: "m".into(), credits_per_answer: price, readiness }
    }

    fn plan(samples: u8, engines: &[Engine]) -> RunPlan {
        let catalogue = EngineCatalogue::new(vec![
            offer(Engine::OpenAi, 3, EngineReadiness::Ready),
            offer(Engine::Xai, 2, EngineReadiness::Ready),
            offer(Engine::Gemini, 5, EngineReadiness::TermsNotConfirmed),
        ]);
        let settings = MonitorSettings {
            query: "Which?".into(),
            engines: engines.to_vec(),
            cadence: Cadence::Manual,
            samples_per_run: samples,
            region: None,
            language: None,
            competitors: vec![],
            enabled: true,
        };
        RunPlan::of(&settings, &catalogue)
    }

    #[test]
    fn a_run_costs_what_engines_that_can_be_asked_cost() {
        let plan = plan(4, &[Engine::OpenAi, Engine::Gemini, Engine::Perplexity, Engine::Xai]);
        assert_eq!(plan.max_credits(), 4 * (3 + 2));
        assert_eq!(plan.why_nobody_is_ready(), None);
        let asked: Vec<(Engine, u8)> =
            plan.asks().into_iter().map(|(planned, sample)| (planned.engine, sample)).collect();
        assert_eq!(asked.len(), 4 + 1 + 1 + 4);
        assert_eq!(asked[3..6], [(Engine::OpenAi, 4), (Engine::Gemini, 1), (Engine::Perplexity, 1)]);
    }

    #[test]
    fn a_run_without_a_ready_engine_says_why() {
        let why = plan(1, &[Engine::Gemini, Engine::Anthropic]).why_nobody_is_ready().expect("nobody is ready");
        assert!(why.contains("[engines.anthropic]") && why.contains("terms of gemini"), "{why}");
    }
}
