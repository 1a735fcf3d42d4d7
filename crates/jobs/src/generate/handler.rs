//! The job of a generation: reads pages, writes texts, and stores all or nothing. The transaction that stores the
//! results also charges for them; a job that ends in another way costs nothing.

use std::sync::Arc;

use askline_app::{
    canonical_links,
    ports::{
        StoreError, StoreResult, again::again_if_rolled_back, events::EventStore, prompts::PromptStore,
        sites::SiteStore, whole_stores::Metadata,
    },
    prompts::{GenerationRecord, record_generation},
};
use askline_domain::{
    generation::{
        GENERATION_JOB, Generation, GenerationRequest, MAX_QUESTIONS_GENERATED, SITE_KINDS,
        page_texts::{PagesToWrite, WantedTexts, WrittenPages, draft_rules},
        plan::may_be_replaced,
        prompt_changed,
        prompts::generate,
        site_facts::SiteFacts,
        site_gone,
    },
    jobs::{Job, JobFailure, JobKind, JobProgress},
    prompts::{PromptKind, policy::Names},
    rules::proposed::{DraftedRules, LeftOutPages},
    shared::{
        clock::{Clock, whole_milliseconds},
        ids::{Id as _, QuestionId},
        language_tag::{ANY_LANGUAGE, primary_language},
    },
};
use async_trait::async_trait;
use jiff::SignedDuration;

use super::{
    model::{Model, ModelFailure, Then},
    site_reader::SiteReader,
    site_reading::SiteReading,
};
use crate::runner::{HeldJob, JobEnd, JobHandler};

/// The maximum number of generations at the same time.
const MAX_AT_ONCE: u32 = 4;
/// The maximum number of attempts before a generation fails.
const MAX_ATTEMPTS: u32 = 4;
/// The maximum number of pages that are read in addition to the home page: all pages that get proposals, or, to
/// regenerate one prompt, enough pages to show what a site is about.
const MAX_PAGES_FOR_SITE: usize = 99;
const MAX_PAGES_FOR_PROMPT: usize = 8;
/// The number of steps of a generation: the site is read, the texts are written. Storing them ends the job.
const STEPS: u32 = 2;

/// What the job must generate.
struct Wanted {
    kinds: Vec<PromptKind>,
    /// The language of the single prompt to regenerate; `None` if it is for any language, or for a whole site.
    language: Option<String>,
}

/// The handler of generations.
pub struct GeneratePrompts {
    stores: Arc<dyn Metadata>,
    events: Arc<dyn EventStore>,
    reader: SiteReader,
    model: Option<Model>,
    clock: Arc<dyn Clock>,
}

impl GeneratePrompts {
    /// Creates a handler that generates with `model`, or with the built-in generator if there is no model.
    pub fn new(
        (stores, events): (Arc<dyn Metadata>, Arc<dyn EventStore>),
        reader: SiteReader,
        model: Option<Model>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { stores, events, reader, model, clock }
    }

    /// What to generate, or why nothing can be generated.
    async fn wanted(&self, request: &GenerationRequest) -> StoreResult<Result<Wanted, JobFailure>> {
        let Some(id) = request.prompt_id else {
            let kinds = if request.prompts { SITE_KINDS.to_vec() } else { Vec::new() };
            return Ok(Ok(Wanted { kinds, language: None }));
        };
        let prompt = self.stores.prompt(request.site_id, id).await?;
        Ok(match prompt {
            Some(prompt) if may_be_replaced(&prompt) => {
                let language = Some(prompt.language).filter(|language| language != ANY_LANGUAGE);
                let language = language.map(|tag| primary_language(&tag).to_owned());
                Ok(Wanted { kinds: vec![prompt.kind], language })
            }
            _ => Err(prompt_changed()),
        })
    }

    async fn generation(
        &self,
        site: &SiteFacts,
        kinds: &[PromptKind],
        max_questions: usize,
    ) -> Result<Generation, ModelFailure> {
        match &self.model {
            Some(model) => model.generate(site, kinds, max_questions).await,
            None => Ok(generate(site, kinds, max_questions)),
        }
    }

    /// Drafts rules for single pages, from the model's texts or else from the built-in generator's.
    async fn drafted(
        &self,
        site: Arc<SiteFacts>,
        wanted: WantedTexts,
        left_out: LeftOutPages,
        names: Names,
    ) -> StoreResult<DraftedRules> {
        let at = whole_milliseconds(self.clock.now());
        let written = match &self.model {
            Some(model) => {
                let told = site.clone();
                let pages = apart(move || PagesToWrite::of(told)).await?;
                model.write_for_pages(&site, &pages, wanted).await
            }
            None => WrittenPages::default(),
        };
        let drafting = move || {
            let mut new_id = || QuestionId::new(at, &mut rand::rng());
            let mut drafted = draft_rules(&site, wanted, &written, &names, &mut new_id);
            drafted.left_out.extend(left_out);
            drafted
        };
        apart(drafting).await
    }
}

/// Runs slow work on a thread that does not answer requests.
async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> StoreResult<T> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| StoreError::Internal(format!("a generation's work on pages ended early: {error}")))
}

/// What to draft for single pages: nothing if only one prompt is regenerated.
fn drafts_wanted(request: &GenerationRequest) -> Option<WantedTexts> {
    let wanted = WantedTexts { prompts: request.prompts, questions: request.questions };
    request.prompt_id.is_none().then_some(wanted)
}

fn end_by(failed: ModelFailure) -> JobEnd {
    match failed.then {
        Then::GiveUp => JobEnd::Failed(failed.failure),
        Then::Retry(Some(seconds)) => {
            JobEnd::RetryAfter(failed.failure, SignedDuration::from_secs(seconds.max(1).cast_signed()))
        }
        Then::Retry(None) => JobEnd::Retry(failed.failure),
    }
}

#[async_trait]
impl JobHandler for GeneratePrompts {
    fn kind(&self) -> JobKind {
        GENERATION_JOB
    }

    fn max_running(&self) -> u32 {
        MAX_AT_ONCE
    }

    fn max_attempts(&self) -> u32 {
        MAX_ATTEMPTS
    }

    async fn run(&self, job: &Job, held: &HeldJob) -> StoreResult<JobEnd> {
        let Some(request) = job.input_of::<GenerationRequest>() else {
            return Ok(JobEnd::Failed(JobFailure::new("INTERNAL_ERROR", "The job does not say what to generate.")));
        };
        let Some((site, _)) = self.stores.site(request.site_id).await? else {
            return Ok(JobEnd::Failed(site_gone()));
        };
        let Wanted { kinds, language } = match self.wanted(&request).await? {
            Ok(wanted) => wanted,
            Err(failure) => return Ok(JobEnd::Failed(failure)),
        };
        held.report_progress(JobProgress { done: 0, total: STEPS }).await?;
        let max_pages = if request.prompt_id.is_some() { MAX_PAGES_FOR_PROMPT } else { MAX_PAGES_FOR_SITE };
        let reading = self.reader.read(&site.domain, &site.pages, max_pages).await;
        let SiteReading { pages, left_out, canonical, .. } = match reading {
            Ok(reading) => reading,
            Err(failure) => return Ok(JobEnd::Failed(failure)),
        };
        let stores = (&*self.stores as &dyn SiteStore, &*self.events);
        canonical_links::record(stores, &site, &canonical, whole_milliseconds(self.clock.now())).await?;
        held.report_progress(JobProgress { done: 1, total: STEPS }).await?;
        let pages_read = pages.iter().map(|page| page.url.clone()).collect();
        let owners_name = site.name.clone();
        // A hundred pages take too long for the threads that answer requests.
        let telling = move || match language {
            Some(language) => SiteFacts::in_language(&owners_name, Some(language), pages),
            None => SiteFacts::of(&owners_name, pages),
        };
        let facts = Arc::new(apart(telling).await?);
        let names = Names::of_site(&site).with_competitors(&self.stores.competitors(site.id).await?);
        let max_questions = if request.questions { MAX_QUESTIONS_GENERATED } else { 0 };
        let generation = match self.generation(&facts, &kinds, max_questions).await {
            Ok(generation) => generation.without_orders_about(&names),
            Err(failed) => {
                tracing::info!(site.id = %site.id, code = failed.failure.code, "A model wrote no prompts");
                return Ok(end_by(failed));
            }
        };
        let (drafted, left_out) = match drafts_wanted(&request) {
            Some(wanted) => (Some(self.drafted(facts, wanted, left_out, names.clone()).await?), Vec::new()),
            None => (None, left_out.told()),
        };
        held.report_progress(JobProgress { done: 2, total: STEPS }).await?;
        let at = whole_milliseconds(self.clock.now());
        let record = GenerationRecord { request, generation, pages_read, drafted, left_out, at };
        let prompts = &*self.stores as &dyn PromptStore;
        let recorded = || record_generation(prompts, held.lease(), site.org_id, &record);
        if !again_if_rolled_back(recorded).await? {
            tracing::warn!(job.id = %job.id, "The lease of a generation was lost; its result is not stored");
        }
        Ok(JobEnd::Stored)
    }
}
