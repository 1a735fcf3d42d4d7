//! `[engines.*]`: the operator's settings of the engines. API keys appear in no message and no debug output.

use askline_domain::{
    engines::{Engine, EngineCatalogue, EngineOffer, EngineReadiness},
    identity::secret::Secret,
};
use askline_jobs::engines::access::{MIN_KEY_CHARACTERS, SearchVersion};
use url::Url;

use super::Layers;
use crate::failure::Failure;

/// The maximum length of an API key, in characters.
const MAX_KEY_CHARACTERS: usize = 512;
/// The maximum length of a model's name, in characters.
const MAX_MODEL_CHARACTERS: usize = 200;
/// The maximum price of an answer, in credits.
const MAX_CREDITS: i64 = 10_000;

/// Settings of one engine.
#[derive(Debug, Clone)]
pub struct EngineSettings {
    /// The engine.
    pub engine: Engine,
    /// The operator's API key.
    pub api_key: Option<Secret>,
    /// The model to use.
    pub model: String,
    /// The price of an answer in credits.
    pub credits_per_answer: u32,
    /// The base URL of its API, including the version.
    pub base_url: Url,
    /// The version of the engine's search; only Anthropic has several.
    pub search: SearchVersion,
    /// Whether the operator has confirmed the engine's terms for use by monitors. Required only for Gemini.
    pub terms_confirmed: bool,
}

impl EngineSettings {
    /// Whether the engine can be asked, or why not.
    pub fn readiness(&self) -> EngineReadiness {
        match (&self.api_key, self.terms_confirmed) {
            (None, _) => EngineReadiness::NoKey,
            (Some(_), false) => EngineReadiness::TermsNotConfirmed,
            (Some(_), true) => EngineReadiness::Ready,
        }
    }
}

/// Reads `[engines.*]`.
pub fn engine_settings(layers: &Layers) -> Result<Vec<EngineSettings>, Failure> {
    Engine::EVERY.into_iter().map(|engine| of_engine(layers, engine)).collect()
}

/// What the API says about the engines.
pub fn catalogue(engines: &[EngineSettings]) -> EngineCatalogue {
    let offer = |settings: &EngineSettings| EngineOffer {
        engine: settings.engine,
        model: settings.model.clone(),
        credits_per_answer: settings.credits_per_answer,
        readiness: settings.readiness(),
    };
    EngineCatalogue::new(engines.iter().map(offer).collect())
}

fn of_engine(layers: &Layers, engine: Engine) -> Result<EngineSettings, Failure> {
    let name = |field: &str| format!("engines.{engine}.{field}");
    let credits = layers.integer(&name("credits_per_answer"), 0, MAX_CREDITS)?;
    Ok(EngineSettings {
        engine,
        api_key: api_key(layers, &name("api_key"))?,
        model: model(layers, &name("model"))?,
        credits_per_answer: u32::try_from(credits).expect("checked to be in range"),
        base_url: base_url(layers, &name("base_url"))?,
        search: if engine == Engine::Anthropic { search(layers, &name("search"))? } else { SearchVersion::default() },
        terms_confirmed: engine != Engine::Gemini || layers.boolean(&name("terms_confirmed")),
    })
}

fn api_key(layers: &Layers, name: &str) -> Result<Option<Secret>, Failure> {
    let key = layers.text(name, 0)?;
    let fits = (MIN_KEY_CHARACTERS..=MAX_KEY_CHARACTERS).contains(&key.len());
    let can_be_sent = fits && key.bytes().all(|byte| byte.is_ascii_graphic());
    if !can_be_sent && !key.is_empty() {
        // The value is a secret, so the message must not repeat it.
        return Err(layers.bad_secret(
            name,
            &format!("empty or {MIN_KEY_CHARACTERS} to {MAX_KEY_CHARACTERS} visible ASCII characters without spaces"),
        ));
    }
    Ok(Some(key).filter(|key| !key.is_empty()).map(Secret::new))
}

fn model(layers: &Layers, name: &str) -> Result<String, Failure> {
    let model = layers.text(name, 1)?;
    let plain = model.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.:/@".contains(&byte));
    if plain && model.len() <= MAX_MODEL_CHARACTERS {
        Ok(model)
    } else {
        Err(layers.bad(name, "the name of a model, such as gpt-6-luna"))
    }
}

fn search(layers: &Layers, name: &str) -> Result<SearchVersion, Failure> {
    let tool = layers.one_of(name, &SearchVersion::EVERY.map(SearchVersion::tool))?;
    Ok(SearchVersion::EVERY.into_iter().find(|version| version.tool() == tool).unwrap_or_default())
}

fn base_url(layers: &Layers, name: &str) -> Result<Url, Failure> {
    let wanted = "an address such as https://api.example.com/v1, without credentials, query and fragment";
    let url = Url::parse(&layers.text(name, 0)?).ok();
    if url.as_ref().is_some_and(|url| url.password().is_some() || !url.username().is_empty()) {
        return Err(layers.bad_secret(name, wanted));
    }
    url.filter(|url| {
        let plain = url.query().is_none() && url.fragment().is_none();
        matches!(url.scheme(), "http" | "https") && url.has_host() && plain
    })
    .ok_or_else(|| layers.bad(name, wanted))
}
