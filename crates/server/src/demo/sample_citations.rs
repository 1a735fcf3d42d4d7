//! Two months of a monitor's runs. They go through the same runner and store as real ones; the engines alone are made up,
//! and their model says so. The same every time.

use std::sync::Arc;

use askline_domain::{
    answer_reading::own_hosts,
    citations::competitor::CompetitorInput,
    clock::{Clock as _, ManualClock},
    engine::{Engine, EngineCatalogue, EngineOffer, EngineReadiness},
    engine_answer::{EngineAnswer, EngineFailure, EngineQuestion, EngineSource},
    id::{Id as _, MonitorId, OrgId},
    monitor::{Monitor, NewMonitor},
    monitor_run::{MonitorRun, RunPlan, RunTrigger},
    ports::{AnswerEngine, MonitorStore as _},
    site::Site,
};
use askline_jobs::{RunMonitor, runner::JobRunner};
use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use serde_json::json;
use tokio::sync::Mutex;

use super::COMMAND;
use crate::{commands::audit_draft, failure::Failure, stores::Stores};

const RUNS: i64 = 8;
const RUNS_APART: SignedDuration = SignedDuration::from_hours(7 * 24);
const SAMPLES: u32 = 3;
/// What the engines are asked.
const QUERY: &str = "How do I find out whether a house near a river is at risk of flooding?";
const COMPETITOR: &str = "floods.example";
/// The model of every sample answer.
const MODEL: &str = "sample";
/// Engines, what an answer costs, and the part of answers, in percent, that cites the site, reads it, or names it.
const ENGINES: [(Engine, u32, [u32; 3]); 2] = [(Engine::OpenAi, 2, [45, 25, 15]), (Engine::Perplexity, 1, [70, 20, 5])];

/// Fills the past of a site with the runs of a monitor.
pub async fn fill(stores: &Stores, org: OrgId, site: &Site, now: Timestamp) -> Result<(), Failure> {
    let catalogue = EngineCatalogue::new(ENGINES.iter().map(|(engine, credits, _)| offer(*engine, *credits)).collect());
    let clock = Arc::new(ManualClock::new(now - RUNS_APART * RUNS as i32));
    let monitor = monitor(site, clock.now())?;
    let audit = |action| audit_draft(org, COMMAND, action, Vec::new(), json!({}));
    stores.metadata.create_monitor(&monitor, audit("monitor.created")).await?;
    let run_monitor = RunMonitor::new(stores.metadata.clone(), engines(site), clock.clone());
    let runner = JobRunner::new(stores.metadata.clone(), clock.clone(), vec![Arc::new(run_monitor)]);
    for _ in 0..RUNS {
        let at = clock.now();
        let plan = RunPlan::of(&monitor.settings, &catalogue);
        let (run, job) = MonitorRun::begin(&monitor, org, plan, RunTrigger::Manual, at, &mut rand::rng());
        stores.metadata.start_run(&run, &job, audit("monitor.run_started")).await?;
        runner.run_due().await?;
        clock.advance(RUNS_APART.unsigned_abs());
    }
    Ok(())
}

fn offer(engine: Engine, credits_per_answer: u32) -> EngineOffer {
    EngineOffer { engine, model: MODEL.into(), credits_per_answer, readiness: EngineReadiness::Ready }
}

/// Run by hand from now on: the engines of a demonstration have no keys, unless its user gives them some.
fn monitor(site: &Site, at: Timestamp) -> Result<Monitor, Failure> {
    let new = NewMonitor {
        query: QUERY.into(),
        engines: ENGINES.iter().map(|(engine, ..)| engine.to_string()).collect(),
        cadence: Some("manual".into()),
        samples_per_run: Some(SAMPLES),
        region: None,
        language: None,
        competitors: vec![CompetitorInput::Domain(COMPETITOR.into())],
        enabled: Some(true),
    };
    let settings = new
        .check(&own_hosts(&site.domain, &site.allowed_origins))
        .map_err(|violations| Failure::failed(format!("the sample monitor is refused: {violations:?}")))?;
    let zone = TimeZone::get(&site.timezone).unwrap_or(TimeZone::UTC);
    Ok(Monitor::new(MonitorId::new(at, &mut rand::rng()), site.id, settings, &zone, at))
}

fn engines(site: &Site) -> Vec<Arc<dyn AnswerEngine>> {
    let own = format!("https://{}/guides/flood-maps", site.domain);
    ENGINES
        .iter()
        .map(|(engine, _, parts)| {
            Arc::new(SampleEngine {
                engine: *engine,
                parts: *parts,
                own: own.clone(),
                name: site.name.clone(),
                random: Mutex::new(StdRng::seed_from_u64(*engine as u64)),
            }) as Arc<dyn AnswerEngine>
        })
        .collect()
}

/// An engine that is made up.
struct SampleEngine {
    engine: Engine,
    parts: [u32; 3],
    /// The site's page that it may cite.
    own: String,
    /// The site's name.
    name: String,
    random: Mutex<StdRng>,
}

#[async_trait]
impl AnswerEngine for SampleEngine {
    fn engine(&self) -> Engine {
        self.engine
    }

    async fn ask(&self, _: &EngineQuestion) -> Result<EngineAnswer, EngineFailure> {
        let (of_hundred, order) = {
            let mut random = self.random.lock().await;
            (random.random_range(0..100), random.random_range(0..3))
        };
        let [cited, consulted, mentioned] = self.parts;
        let source = |url: &str, title: &str| EngineSource { url: url.into(), title: Some(title.into()) };
        let own = source(&self.own, "How to read a flood map");
        let mut sources = vec![
            source("https://maps.example/flood-risk", "Flood risk by address"),
            source("https://www.floods.example/check", "Check your address"),
        ];
        let mut text = "Look the address up on an official flood map, then ask the neighbours how high the water \
                        stood, and read what the map leaves out: groundwater, and streams in pipes."
            .to_owned();
        let mut all = sources.clone();
        if of_hundred < cited {
            sources.insert(order.min(sources.len()), own.clone());
            text.push_str(&format!(" {} explains how to read such a map.", self.name));
        } else if of_hundred >= cited + consulted && of_hundred < cited + consulted + mentioned {
            text.push_str(&format!(" {} writes about this as well.", self.name));
        }
        if of_hundred < cited + consulted {
            all.push(own);
        }
        let raw = json!({ "model": MODEL, "text": text, "note": "An answer that was made up for a demonstration." });
        Ok(EngineAnswer {
            model: MODEL.into(),
            text,
            searched: true,
            queries: vec!["flood risk map house river".into()],
            cited: sources,
            consulted: all,
            raw: raw.to_string(),
        })
    }
}
