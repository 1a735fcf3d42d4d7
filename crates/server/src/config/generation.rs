//! `[generation]`: how prompts and questions are generated, and what that costs.

use askline_api::settings::GenerationSettings;
use askline_domain::identity::secret::Secret;
use askline_jobs::generate::ModelAddress;
use url::Url;

use super::Layers;
use crate::failure::Failure;

/// The maximum length of a model's name, in characters.
const MAX_MODEL_CHARACTERS: usize = 200;
/// The maximum price that can be set, in credits.
const MAX_CREDITS: i64 = 1_000_000;

/// The model; `None` if none is set.
pub(super) fn model_address(layers: &Layers) -> Result<Option<ModelAddress>, Failure> {
    let base_url = layers.text("generation.base_url", 0)?;
    let model = layers.text("generation.model", 0)?;
    let api_key = layers.text("generation.api_key", 0)?;
    if !api_key.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(layers.bad_secret("generation.api_key", "empty or printable characters without spaces"));
    }
    if base_url.is_empty() {
        // An operator who set one of these expects a model; using the built-in generator instead would be a surprise.
        return if model.is_empty() && api_key.is_empty() {
            Ok(None)
        } else {
            Err(layers.bad("generation.base_url", "set if generation.model or generation.api_key is set"))
        };
    }
    let is_base = |url: &Url| {
        let is_plain = url.username().is_empty() && url.password().is_none() && url.query().is_none();
        matches!(url.scheme(), "http" | "https") && url.has_host() && is_plain && url.fragment().is_none()
    };
    // A URL with a password would be a secret, so the message does not repeat a bad one.
    let base_url = Url::parse(&base_url).ok().filter(is_base).ok_or_else(|| {
        layers.bad_secret(
            "generation.base_url",
            "an address such as https://api.openai.com/v1, without a query or a password",
        )
    })?;
    let is_name = !model.trim().is_empty()
        && model.chars().count() <= MAX_MODEL_CHARACTERS
        && !model.chars().any(char::is_control);
    if !is_name {
        let wanted =
            format!("the name of a model, at most {MAX_MODEL_CHARACTERS} characters, if generation.base_url is set");
        return Err(layers.bad("generation.model", &wanted));
    }
    let api_key = Some(api_key).filter(|key| !key.is_empty()).map(Secret::new);
    Ok(Some(ModelAddress { base_url, api_key, model }))
}

/// The settings that the API shows.
pub(super) fn for_the_api(layers: &Layers) -> Result<GenerationSettings, Failure> {
    let credits = |key: &str| {
        let credits = layers.integer(key, 0, MAX_CREDITS)?;
        Ok::<u32, Failure>(u32::try_from(credits).expect("checked to be in range"))
    };
    Ok(GenerationSettings {
        model: model_address(layers)?.map(|address| address.model),
        credits_per_site: credits("generation.credits_per_site")?,
        credits_per_prompt: credits("generation.credits_per_prompt")?,
    })
}
