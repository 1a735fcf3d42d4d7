//! An OpenAI-compatible model that the operator configured: `POST {base}/chat/completions`. Its error messages are not
//! repeated, since some providers repeat the key in them.

use std::{sync::Mutex, time::Duration};

use askline_domain::{
    generation::{Generation, site_facts::SiteFacts},
    identity::secret::Secret,
    jobs::JobFailure,
    prompts::PromptKind,
};
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use url::Url;

use super::{
    model_answer::{Unusable, read},
    model_request::{Ask, Form, Task},
};
use crate::outgoing::{OutgoingError, VendorAnswer, VendorClient};

/// The maximum time for an answer of a model.
pub const MAX_MODEL_TIME: Duration = Duration::from_secs(120);
/// The maximum number of answers that are requested, because an answer may be unusable.
pub(super) const MAX_ANSWERS: u32 = 2;
/// The maximum number of forms of a request that are tried.
const MAX_FORMS: u32 = 5;
/// The longest wait before the next attempt, even if the provider asks for a longer one.
const MAX_WAIT_SECONDS: u64 = 600;
/// The language of prompts for a site whose language is unknown.
const LANGUAGE_UNKNOWN: &str = "en";

/// The address and the name of a model.
#[derive(Debug, Clone)]
pub struct ModelAddress {
    /// The URL before `/chat/completions`.
    pub base_url: Url,
    /// The key; a model on this machine may need none.
    pub api_key: Option<Secret>,
    /// Its name.
    pub model: String,
}

/// A model.
pub struct Model {
    client: VendorClient,
    address: ModelAddress,
    url: Url,
    headers: HeaderMap,
    /// The form that its provider accepted last.
    form: Mutex<Form>,
}

/// Why a model wrote nothing.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ModelFailure {
    pub(super) failure: JobFailure,
    pub(super) then: Then,
}

/// What to do after a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Then {
    /// Give up, because another attempt would fail, too.
    GiveUp,
    /// Try again, after this many seconds if the provider said so.
    Retry(Option<u64>),
}

impl Model {
    /// Creates a model at `address`; `None` if the key is not valid in a header.
    pub fn new(client: VendorClient, address: ModelAddress) -> Option<Self> {
        let mut url = address.base_url.clone();
        let path = format!("{}/chat/completions", url.path().trim_end_matches('/'));
        url.set_path(&path);
        let mut headers = HeaderMap::new();
        if let Some(key) = &address.api_key {
            let secret = |text: &str| {
                let mut value = HeaderValue::try_from(text).ok()?;
                value.set_sensitive(true);
                Some(value)
            };
            headers.insert(AUTHORIZATION, secret(&format!("Bearer {}", key.expose()))?);
            if url.host_str().is_some_and(|host| host.ends_with(".azure.com")) {
                headers.insert(HeaderName::from_static("api-key"), secret(key.expose())?);
            }
        }
        Some(Self { client, address, url, headers, form: Mutex::new(Form::default()) })
    }

    /// Writes prompts of these kinds and at most `max_questions` questions.
    pub(super) async fn generate(
        &self,
        site: &SiteFacts,
        kinds: &[PromptKind],
        max_questions: usize,
    ) -> Result<Generation, ModelFailure> {
        let language = site.language.as_deref().unwrap_or(LANGUAGE_UNKNOWN);
        let task = Task { site, kinds, max_questions, language };
        let mut complaint: Option<String> = None;
        for _ in 0..MAX_ANSWERS {
            let answer = self.ask(&task.ask(), complaint.as_deref()).await?;
            match read(&answer.body, &task) {
                Ok((prompts, questions)) => {
                    let model = Some(self.address.model.clone());
                    return Ok(Generation { language: language.to_owned(), model, prompts, questions });
                }
                Err(Unusable::Declined) => {
                    return Err(given_up("MODEL_DECLINED", "The model declined to write prompts for this site."));
                }
                Err(Unusable::Nonsense(reason)) => complaint = Some(reason),
            }
        }
        tracing::info!(reason = complaint, "A model's answer could not be used");
        Err(given_up(
            "MODEL_INVALID_ANSWER",
            "The model's answers could not be used: they were not what was asked for.",
        ))
    }

    /// Sends a request in a form that the provider accepts; returns a successful response.
    pub(super) async fn ask(&self, ask: &Ask, complaint: Option<&str>) -> Result<VendorAnswer, ModelFailure> {
        let mut form = *self.form.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        for _ in 0..MAX_FORMS {
            let body = form.body(&self.address.model, ask, complaint);
            let answer =
                self.client.post(&self.url, self.headers.clone(), &body).await.map_err(|error| of_error(&error))?;
            if (200..300).contains(&answer.status) {
                *self.form.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = form;
                return Ok(answer);
            }
            let plainer = match answer.status {
                400 | 422 => form.after_refusal(&String::from_utf8_lossy(&answer.body)),
                _ => None,
            };
            form = plainer.ok_or_else(|| of_status(&answer))?;
        }
        Err(given_up("MODEL_REFUSED", "The model's provider refused the request."))
    }
}

fn given_up(code: &str, message: &str) -> ModelFailure {
    ModelFailure { failure: JobFailure::new(code, message), then: Then::GiveUp }
}

fn of_error(error: &OutgoingError) -> ModelFailure {
    let (code, message, then) = match error {
        OutgoingError::TimedOut => ("MODEL_TIMED_OUT", "The model did not answer in time.", Then::Retry(None)),
        OutgoingError::TooLarge(_) => ("MODEL_INVALID_ANSWER", "The model's answer was too large.", Then::GiveUp),
        _ => ("MODEL_UNREACHABLE", "The model could not be reached.", Then::Retry(None)),
    };
    ModelFailure { failure: JobFailure::new(code, message), then }
}

fn of_status(answer: &VendorAnswer) -> ModelFailure {
    let words = String::from_utf8_lossy(&answer.body).to_ascii_lowercase();
    let is_unpaid = ["insufficient_quota", "billing", "credit balance"].iter().any(|word| words.contains(word));
    let wait = answer.headers.get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.trim().parse::<u64>().ok());
    let wait = wait.map(|seconds| seconds.min(MAX_WAIT_SECONDS));
    let (code, message, then) = match answer.status {
        401 | 403 => ("MODEL_KEY_REFUSED", "The model's provider refused the operator's key.", Then::GiveUp),
        402 => ("MODEL_OUT_OF_CREDIT", "The operator's account with the model's provider has no credit.", Then::GiveUp),
        429 if is_unpaid => {
            ("MODEL_OUT_OF_CREDIT", "The operator's account with the model's provider has no credit.", Then::GiveUp)
        }
        404 => ("MODEL_NOT_FOUND", "The model's provider knows no such model or address.", Then::GiveUp),
        408 | 409 | 429 => ("MODEL_BUSY", "The model's provider asked to wait.", Then::Retry(wait)),
        500.. => ("MODEL_UNREACHABLE", "The model's provider failed.", Then::Retry(wait)),
        _ => ("MODEL_REFUSED", "The model's provider refused the request.", Then::GiveUp),
    };
    ModelFailure { failure: JobFailure::new(code, format!("{message} (status {})", answer.status)), then }
}
