//! Creates three months of monitor runs. They go through the same runner and store as real ones; only the engines are made
//! up, and their model's name says so. The runs are the same every time.

use std::sync::Arc;

use askline_app::{
    monitors::{self, begin_run},
    ports::monitors::answer_engine::AnswerEngine,
};
use askline_domain::{
    audit::Target,
    citations::{answer_reading::own_hosts, competitor::CompetitorInput},
    engines::{
        Engine, EngineCatalogue, EngineOffer, EngineReadiness,
        answer::{EngineAnswer, EngineFailure, EngineQuestion, EngineSource},
    },
    monitors::{
        Monitor,
        input::NewMonitor,
        run::{MonitorRun, RunPlan, RunTrigger},
    },
    shared::{
        clock::{Clock as _, ManualClock},
        ids::{Id as _, MonitorId, OrgId},
    },
    sites::Site,
};
use askline_jobs::{RunMonitor, runner::JobRunner};
use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use tokio::sync::Mutex;

use super::sample_site::{COMMAND, CitedSentence, RUN_DAYS, RUNS, SAMPLES, SampleMonitor, cited_in};
use crate::{commands::audit_draft, failure::Failure, stores::Stores};

const RUNS_APART: SignedDuration = SignedDuration::from_hours(RUN_DAYS as i64 * 24);
/// How long ago the newest run was.
const NEWEST_RUN_AGO: SignedDuration = SignedDuration::from_hours(9);
/// The model of every sample answer.
const MODEL: &str = "sample";
/// The price of an answer of each engine.
const CREDITS: u32 = 1;

/// Creates the monitors of a site with their past runs.
pub async fn fill(
    stores: &Stores,
    org: OrgId,
    site: &Site,
    samples: &'static [SampleMonitor],
    now: Timestamp,
) -> Result<(), Failure> {
    let catalogue = EngineCatalogue::new(Engine::EVERY.into_iter().map(offer).collect());
    let start = now - NEWEST_RUN_AGO - RUNS_APART * (RUNS as i32 - 1);
    let clock = Arc::new(ManualClock::new(start));
    let audit = |action, monitor: &Monitor| {
        let target = Target::new("monitor", monitor.id, monitor.settings.query.clone());
        audit_draft(org, COMMAND, action, vec![target], json!({}))
    };
    let mut monitors = Vec::new();
    for sample in samples {
        let monitor = monitor(site, sample, start)?;
        monitors::add(&*stores.metadata, &monitor, audit("monitor.created", &monitor)).await?;
        monitors.push(monitor);
    }
    let engines = Engine::EVERY.into_iter().map(|engine| {
        let (site, asked) = (site.clone(), Mutex::default());
        Arc::new(SampleEngine { engine, site, samples, asked }) as Arc<dyn AnswerEngine>
    });
    let run_monitor = RunMonitor::new(stores.metadata.clone(), engines.collect(), clock.clone());
    let runner = JobRunner::new(stores.metadata.clone(), clock.clone(), vec![Arc::new(run_monitor)]);
    for _ in 0..RUNS {
        for monitor in &monitors {
            let plan = RunPlan::of(&monitor.settings, &catalogue);
            let (run, job) = MonitorRun::begin(monitor, org, plan, RunTrigger::Manual, clock.now(), &mut rand::rng());
            let entry = audit("monitor.run_started", monitor);
            let begun = begin_run(&*stores.metadata, &run, &job, entry).await;
            begun.map_err(|error| Failure::failed(error.to_string()))?;
        }
        runner.run_due().await?;
        clock.advance(RUNS_APART.unsigned_abs());
    }
    Ok(())
}

fn offer(engine: Engine) -> EngineOffer {
    EngineOffer { engine, model: MODEL.into(), credits_per_answer: CREDITS, readiness: EngineReadiness::Ready }
}

/// A monitor without a schedule: the demo has no API keys of engines, unless its user sets them.
fn monitor(site: &Site, sample: &SampleMonitor, at: Timestamp) -> Result<Monitor, Failure> {
    let new = NewMonitor {
        query: sample.query.into(),
        engines: sample.engines.iter().map(|(engine, _)| engine.to_string()).collect(),
        cadence: Some("manual".into()),
        samples_per_run: Some(SAMPLES.into()),
        region: None,
        language: None,
        competitors: sample.competitors.iter().map(|domain| CompetitorInput::Domain((*domain).into())).collect(),
        enabled: Some(true),
    };
    let settings = new
        .check(&own_hosts(&site.domain, &site.allowed_origins))
        .map_err(|violations| Failure::failed(format!("a sample monitor is refused: {violations:?}")))?;
    let zone = site.time_zone()?;
    Ok(Monitor::new(MonitorId::new(at, &mut rand::rng()), site.id, settings, &zone, at))
}

/// A made-up engine.
struct SampleEngine {
    engine: Engine,
    site: Site,
    samples: &'static [SampleMonitor],
    /// How often each question has been asked so far.
    asked: Mutex<Vec<usize>>,
}

#[async_trait]
impl AnswerEngine for SampleEngine {
    fn engine(&self) -> Engine {
        self.engine
    }

    async fn ask(&self, question: &EngineQuestion) -> Result<EngineAnswer, EngineFailure> {
        let place = self.samples.iter().position(|sample| sample.query == question.text).unwrap_or_default();
        let before = {
            let mut asked = self.asked.lock().await;
            asked.resize(self.samples.len(), 0);
            asked[place] += 1;
            asked[place] - 1
        };
        let sample = &self.samples[place];
        let (run, within) = (before / usize::from(SAMPLES), before % usize::from(SAMPLES));
        let cited = sample
            .engines
            .iter()
            .find(|(engine, _)| *engine == self.engine)
            .map_or(0, |(_, levels)| cited_in(levels, run));
        Ok(self.answer(sample, before, within < usize::from(cited)))
    }
}

impl SampleEngine {
    /// Answer number `turn` to a question. Answers that do not cite the site alternate: they read it, name it, or
    /// ignore it.
    fn answer(&self, sample: &SampleMonitor, turn: usize, is_cited: bool) -> EngineAnswer {
        let own_url = format!("https://{}{}", self.site.domain, sample.own.url);
        let own = source(&own_url, sample.own.title);
        let mut cited: Vec<EngineSource> = sample.others.iter().map(|said| source(said.url, said.title)).collect();
        let mut sentences: Vec<String> = sample.others.iter().map(|said| sentence(said, said.url)).collect();
        let mut consulted = cited.clone();
        match turn % 3 {
            _ if is_cited => {
                let place = turn % (cited.len() + 1);
                cited.insert(place, own.clone());
                sentences.insert(place, sentence(&sample.own, &own_url));
                consulted.push(own);
            }
            0 => consulted.push(own),
            1 => sentences.push(format!("{} writes about this as well.", self.site.name)),
            _ => {}
        }
        let text = sentences.join(" ");
        let raw = json!({ "model": MODEL, "text": text, "note": "An answer that was made up for a demonstration." });
        EngineAnswer {
            model: MODEL.into(),
            text,
            searched: true,
            queries: vec![sample.query.trim_end_matches('?').to_lowercase()],
            cited,
            consulted,
            dangling_markers: 0,
            billed_queries: 0,
            targets: std::collections::BTreeMap::new(),
            raw: raw.to_string(),
        }
    }
}

fn source(url: &str, title: &str) -> EngineSource {
    EngineSource { url: url.into(), title: Some(title.into()), page_known: true }
}

/// A sentence with its source, as engines write it.
fn sentence(said: &CitedSentence, url: &str) -> String {
    format!("{} ([{}]({url}))", said.text, said.title)
}
