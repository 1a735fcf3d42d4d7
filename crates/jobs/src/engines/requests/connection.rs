//! The connection to one engine. Sends a request once, and turns every failure into one form.

use askline_domain::{
    engines::{
        Engine,
        answer::{Again, EngineAnswer, EngineFailure, EngineFailureKind as Kind},
    },
    identity::secret::Secret,
};
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde_json::Value;
use url::Url;

use super::{fault::Fault, retry_after::wait_of};
use crate::{
    engines::{
        access::{EngineAccess, MIN_KEY_CHARACTERS, NotConnected},
        responses::{
            error_inside::status_inside,
            kept_body::{kept_json, kept_text, without_key},
            reading::Reading,
        },
    },
    outgoing::{OutgoingError, VendorClient},
};

/// Reads a refusal from its status and its body, which is null if it is not JSON.
pub type ReadRefusal = fn(u16, &Value) -> Fault;

/// The connection to one engine.
pub struct Connection {
    engine: Engine,
    client: VendorClient,
    url: Url,
    headers: HeaderMap,
    key: Secret,
    model: String,
}

/// A successful response. The key is removed from both fields.
pub struct Reply {
    /// The body.
    pub json: Value,
    /// The body as it is stored.
    pub raw: String,
}

impl Connection {
    /// Creates a connection to a path below the engine's base URL. The key is sent in the header `key_header`, after
    /// `key_prefix`.
    pub fn new(access: &EngineAccess, path: &[&str], key_header: &str, key_prefix: &str) -> Result<Self, NotConnected> {
        let key = access.api_key.expose();
        if key.len() < MIN_KEY_CHARACTERS || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(NotConnected::Key);
        }
        let mut url = access.base_url.clone();
        if !matches!(url.scheme(), "http" | "https") {
            return Err(NotConnected::Address);
        }
        url.path_segments_mut().map_err(|()| NotConnected::Address)?.pop_if_empty().extend(path);
        let name: HeaderName = key_header.parse().map_err(|_| NotConnected::Key)?;
        let mut value = HeaderValue::from_str(&format!("{key_prefix}{key}")).map_err(|_| NotConnected::Key)?;
        value.set_sensitive(true);
        Ok(Self {
            engine: access.engine,
            client: VendorClient::new(access.max_time)?,
            url,
            headers: HeaderMap::from_iter([(name, value)]),
            key: access.api_key.clone(),
            model: access.model.clone(),
        })
    }

    /// Adds a header.
    pub fn with_header(mut self, name: &'static str, value: &'static str) -> Self {
        self.headers.insert(name, HeaderValue::from_static(value));
        self
    }

    /// The requested model.
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Sends a request, once.
    pub async fn send(&self, request: &Value, read_refusal: ReadRefusal) -> Result<Reply, EngineFailure> {
        let sent = self.client.post(&self.url, self.headers.clone(), request).await;
        let answer = sent.map_err(|error| self.failure(unanswered(&error), None, None))?;
        let text = without_key(&String::from_utf8_lossy(&answer.body), &self.key);
        let json = serde_json::from_str::<Value>(&text).ok();
        let raw = match &json {
            Some(json) => kept_json(&text, json),
            None => kept_text(&text),
        };
        let is_good = (200..300).contains(&answer.status);
        let refused = if is_good { json.as_ref().and_then(status_inside) } else { Some(answer.status) };
        if let Some(status) = refused {
            let body = json.unwrap_or(Value::Null);
            let mut fault = read_refusal(status, &body);
            if fault.again == Again::Later
                && let Some(wait) = wait_of(&answer.headers, &body)
            {
                fault.again = Again::After(wait);
            }
            return Err(self.failure(fault, Some(answer.status), Some(raw)));
        }
        match json {
            Some(json) => Ok(Reply { json, raw }),
            // A proxy's page, or a body that was cut off: the next attempt may succeed.
            None => Err(self.failure(
                Fault::passing(Kind::Unreadable).called(Some("no JSON")),
                Some(answer.status),
                Some(raw),
            )),
        }
    }

    /// Returns the answer that was read, or why the response contains none.
    pub fn finish(&self, read: Result<Reading, Fault>, raw: String) -> Result<EngineAnswer, EngineFailure> {
        read.and_then(|reading| reading.into_answer(&self.model, raw.clone()))
            .map_err(|fault| self.failure(fault, None, Some(raw)))
    }

    /// The failure of an answer that did not end in time.
    pub fn timed_out(&self) -> EngineFailure {
        self.failure(Fault::passing(Kind::TimedOut), None, None)
    }

    fn failure(&self, fault: Fault, status: Option<u16>, raw: Option<String>) -> EngineFailure {
        EngineFailure {
            kind: fault.kind,
            message: without_key(&fault.sentence(self.engine, status), &self.key),
            again: fault.again,
            raw,
        }
    }
}

fn unanswered(error: &OutgoingError) -> Fault {
    match error {
        OutgoingError::TimedOut => Fault::passing(Kind::TimedOut),
        OutgoingError::TooLarge(_) => Fault::lasting(Kind::TooLarge),
        OutgoingError::NoAnswer(_) => Fault::passing(Kind::ConnectionFailed),
        OutgoingError::NotPublic | OutgoingError::NotWeb => Fault::lasting(Kind::ConnectionFailed),
    }
}
