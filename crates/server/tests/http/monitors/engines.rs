//! Engines that do what a test tells them. They stand in for services outside Askline, whose connectors have tests of
//! their own.

use std::{
    collections::{HashMap, VecDeque},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use askline_app::ports::monitors::answer_engine::AnswerEngine;
use askline_domain::engines::{
    Engine, EngineCatalogue, EngineOffer, EngineReadiness,
    answer::{Again, EngineAnswer, EngineFailure, EngineFailureKind, EngineQuestion, EngineSource},
};
use jiff::SignedDuration;
use tokio::sync::watch;

/// What an engine does with a question.
#[derive(Debug, Clone)]
pub enum Act {
    Answer(EngineAnswer),
    Fail(EngineFailure),
    Hang,
    Panic,
    /// Waits with its answer until [`ScriptedEngine::let_go`].
    Wait,
}

impl Act {
    /// An answer that cites these pages and consulted no others.
    pub fn says(text: &str, cited: &[&str]) -> Self {
        Self::found(text, cited, cited)
    }

    pub fn found(text: &str, cited: &[&str], consulted: &[&str]) -> Self {
        let source =
            |url: &&str| EngineSource { url: (*url).into(), title: Some(format!("About {url}")), page_known: true };
        Self::Answer(EngineAnswer {
            model: "model-of-today".into(),
            text: text.into(),
            searched: !consulted.is_empty(),
            queries: vec![],
            cited: cited.iter().map(source).collect(),
            consulted: consulted.iter().map(source).collect(),
            dangling_markers: 0,
            billed_queries: 0,
            targets: std::collections::BTreeMap::new(),
            raw: format!("{{\"text\":{text:?}}}"),
        })
    }

    /// The same answer by another model.
    pub fn by(self, model: &str) -> Self {
        match self {
            Self::Answer(answer) => Self::Answer(EngineAnswer { model: model.into(), ..answer }),
            other => other,
        }
    }

    /// The same answer, for which the engine bills this many searches.
    pub fn billed(self, billed_queries: u32) -> Self {
        match self {
            Self::Answer(answer) => Self::Answer(EngineAnswer { billed_queries, ..answer }),
            other => other,
        }
    }

    pub fn fails(kind: EngineFailureKind, again: Again) -> Self {
        Self::Fail(EngineFailure { kind, message: format!("It is {kind:?}."), again, raw: None })
    }

    /// A refusal with 429 and a `Retry-After`.
    pub fn busy(seconds: i64) -> Self {
        Self::fails(EngineFailureKind::RateLimited, Again::After(SignedDuration::from_secs(seconds)))
    }
}

/// One engine that a test controls.
pub struct ScriptedEngine {
    engine: Engine,
    acts: Mutex<VecDeque<Act>>,
    usual: Mutex<Act>,
    asked: Mutex<Vec<EngineQuestion>>,
    waiting: AtomicUsize,
    waiting_changed: watch::Sender<usize>,
    open: watch::Sender<bool>,
}

impl ScriptedEngine {
    fn new(engine: Engine) -> Self {
        Self {
            engine,
            acts: Mutex::default(),
            usual: Mutex::new(Act::says("Nothing of it.", &[])),
            asked: Mutex::default(),
            waiting: AtomicUsize::new(0),
            waiting_changed: watch::channel(0).0,
            open: watch::channel(false).0,
        }
    }

    /// Plans what the engine does with the next question that has no plan yet.
    pub fn next(&self, act: Act) -> &Self {
        self.acts.lock().unwrap().push_back(act);
        self
    }

    /// Sets what the engine does with questions that have no plan.
    pub fn always(&self, act: Act) -> &Self {
        *self.usual.lock().unwrap() = act;
        self
    }

    /// The questions asked so far.
    pub fn asked(&self) -> Vec<EngineQuestion> {
        self.asked.lock().unwrap().clone()
    }

    /// Waits until at least `count` questions wait for an answer.
    pub async fn until_waiting(&self, count: usize) {
        let mut changed = self.waiting_changed.subscribe();
        let waited = changed.wait_for(|waiting| *waiting >= count);
        tokio::time::timeout(std::time::Duration::from_secs(20), waited).await.expect("too few wait").unwrap();
    }

    /// Answers the questions that wait, and lets no later one wait.
    pub fn let_go(&self) {
        self.open.send_replace(true);
    }
}

#[async_trait::async_trait]
impl AnswerEngine for ScriptedEngine {
    fn engine(&self) -> Engine {
        self.engine
    }

    async fn ask(&self, question: &EngineQuestion) -> Result<EngineAnswer, EngineFailure> {
        self.asked.lock().unwrap().push(question.clone());
        let planned = self.acts.lock().unwrap().pop_front();
        match planned.unwrap_or_else(|| self.usual.lock().unwrap().clone()) {
            Act::Answer(answer) => Ok(answer),
            Act::Fail(failure) => Err(failure),
            Act::Hang => std::future::pending().await,
            Act::Panic => panic!("on purpose, by a test"),
            Act::Wait => {
                self.waiting_changed.send_replace(self.waiting.fetch_add(1, Ordering::SeqCst) + 1);
                self.open.subscribe().wait_for(|open| *open).await.unwrap();
                let Act::Answer(answer) = Act::says("At last.", &[]) else { unreachable!() };
                Ok(answer)
            }
        }
    }
}

/// A scripted engine in place of every real one.
#[derive(Clone)]
pub struct ScriptedEngines(HashMap<Engine, Arc<ScriptedEngine>>);

impl Default for ScriptedEngines {
    fn default() -> Self {
        Self(Engine::EVERY.into_iter().map(|engine| (engine, Arc::new(ScriptedEngine::new(engine)))).collect())
    }
}

impl ScriptedEngines {
    pub fn of(&self, engine: Engine) -> &ScriptedEngine {
        &self.0[&engine]
    }

    pub fn ports(&self) -> Vec<Arc<dyn AnswerEngine>> {
        self.0.values().map(|engine| engine.clone() as Arc<dyn AnswerEngine>).collect()
    }
}

/// OpenAI costs 3 credits, Perplexity 1, xAI 2. Gemini's terms are not confirmed, and Anthropic has no key.
pub fn catalogue() -> EngineCatalogue {
    let offer = |engine, credits_per_answer, readiness| EngineOffer {
        engine,
        model: format!("{engine}-1"),
        credits_per_answer,
        readiness,
    };
    EngineCatalogue::new(vec![
        offer(Engine::OpenAi, 3, EngineReadiness::Ready),
        offer(Engine::Perplexity, 1, EngineReadiness::Ready),
        offer(Engine::Xai, 2, EngineReadiness::Ready),
        offer(Engine::Gemini, 5, EngineReadiness::TermsNotConfirmed),
    ])
}
