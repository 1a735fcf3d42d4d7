//! The payload for callers without an API key, cached until something in it changes.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use askline_app::sites::payload::PayloadSource;
use askline_domain::{identity::secret::SecretDigest, prompts::Prompt};
use bytes::Bytes;

use crate::{
    caches::{
        packed_data::SharedData,
        site_entry::{Payload, SiteEntry},
    },
    pipeline::{app::App, handling::ApiError},
};

/// The payload of a site, created at the first request and kept until something in it changes.
pub(crate) async fn payload_of<'a>(app: &App, entry: &'a SiteEntry) -> Result<&'a Arc<Payload>, ApiError> {
    if let Some(payload) = entry.payload.get() {
        return Ok(payload);
    }
    let prompts = app.ports().prompts.active_prompts(entry.site.id).await?;
    let made = made_of(app, entry, &source_of(entry, prompts))?;
    // Another request may have created the payload in the meantime. It is the same one, since an entry is used only until the
    // next change of metadata.
    Ok(entry.payload.get_or_init(|| made))
}

/// The payload with only the texts for pages in one language, cached in the same way.
pub(crate) async fn payload_in(app: &App, entry: &SiteEntry, asked: &str) -> Result<Arc<Payload>, ApiError> {
    let language = payload_of(app, entry).await?.languages.of_page(asked);
    let kept = |payloads: &Mutex<HashMap<String, Arc<Payload>>>| {
        payloads.lock().unwrap_or_else(PoisonError::into_inner).get(&language).cloned()
    };
    if let Some(payload) = kept(&entry.payloads) {
        return Ok(payload);
    }
    let prompts = app.ports().prompts.active_prompts(entry.site.id).await?;
    let made = made_of(app, entry, &source_of(entry, prompts).in_language(language.clone()))?;
    let mut payloads = entry.payloads.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(payloads.entry(language).or_insert(made).clone())
}

fn source_of(entry: &SiteEntry, prompts: Vec<Prompt>) -> PayloadSource {
    PayloadSource::of(&entry.site, &entry.config, &entry.rules, prompts)
}

fn made_of(app: &App, entry: &SiteEntry, source: &PayloadSource) -> Result<Arc<Payload>, ApiError> {
    let (public, left_out) = source.fitting(app.link_registry());
    let data = Bytes::from(serde_json::to_vec(&public).map_err(ApiError::internal)?);
    let etag = etag_of_data(entry.config.version, &data);
    let data = SharedData::new(data);
    Ok(Arc::new(Payload { data, etag, left_out, languages: source.languages() }))
}

/// The entity tag of data that includes a version. It begins with the version, so that `If-Match` accepts it like the tag of the
/// version. It is weak, because the envelope's request id differs in every response.
pub(super) fn etag_of_data(version: u32, json: &[u8]) -> String {
    format!("W/\"{version}-{}\"", hex::encode(&SecretDigest::of_bytes(json).0[..12]))
}
