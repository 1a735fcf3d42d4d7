//! `POST /logs/ingest`: lines of access logs. The 202 is sent only after the counters are committed.

use askline_app::logs::{self, BatchAnswer, BatchError, SentBatch};
use askline_domain::{
    identity::secret::Secret,
    logs::{
        formats::FormatName,
        source::{
            LogSource,
            drain::{SIGNATURE_HEADER, VERIFY_HEADER, is_code},
        },
    },
};
use axum::http::{HeaderName, HeaderValue};
use bytes::Bytes;
use schemars::{JsonSchema as _, Schema, SchemaGenerator};

use crate::pipeline::{
    guard::sender_of,
    handling::{ApiError, Call, Code, Input, NoTenant, Nothing, Reply},
    request::input::Body,
};

/// The maximum length of a batch's name, in characters.
const MAX_NAME_CHARACTERS: usize = 255;
/// The media types in which lines are sent. What they are follows from the lines.
const MEDIA_TYPES: [&str; 4] = ["application/x-ndjson", "application/json", "application/gzip", "application/zstd"];
/// What programs send that do not know what they send. Not in the document, because generators make two bodies of it.
const UNKNOWN_BYTES: &str = "application/octet-stream";

/// Lines of a log, as text, gzip or zstd.
pub struct LogLines(Bytes);

impl Body for LogLines {
    const MEDIA_TYPE: Option<&'static str> = Some("text/plain");
    const OTHER_MEDIA_TYPES: &'static [&'static str] = &MEDIA_TYPES;
    const MAY_BE_PACKED: bool = true;
    fn accepts(media_type: &str) -> bool {
        media_type == "text/plain" || media_type == UNKNOWN_BYTES || MEDIA_TYPES.contains(&media_type)
    }
    fn parse(bytes: Bytes) -> Result<Self, ApiError> {
        Ok(Self(bytes))
    }
    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(String::json_schema(generator))
    }
}

/// `POST /logs/ingest`
pub async fn ingest_logs(
    mut call: Call<NoTenant>,
    input: Input<Nothing, Nothing, LogLines>,
) -> Result<Reply<BatchAnswer>, ApiError> {
    let (source, entry) = sender_of(&call.app, &call.request).await?;
    let verified = verify_code(&call, &source);
    let answer = |reply: Reply<BatchAnswer>| match verified {
        Some(code) => reply.header(HeaderName::from_static(VERIFY_HEADER), code),
        None => reply,
    };
    let signature = call.request.headers.get(SIGNATURE_HEADER).cloned();
    // Vercel looks at the address of a drain, and sends nothing yet.
    let is_empty = [&b""[..], b"{}", b"[]"].contains(&input.body.0.trim_ascii());
    if is_empty && source.settings.format == Some(FormatName::Vercel) && signature.is_none() {
        return Ok(answer(Reply::nothing_begun(BatchAnswer::of_nothing())));
    }
    let secret = drain_secret(&call, &source).await?;
    let name = batch_name(&call)?;
    let (slot, lists, at) = (call.take_slot()?, call.app.instance().crawler_lists.current(), call.request.at);
    let count = move || {
        let signature = signature.as_ref().and_then(|signature| signature.to_str().ok());
        let signed = secret.as_ref().map(|secret| (secret, signature));
        let sent = SentBatch { body: &input.body.0, name: name.as_deref(), signed, at };
        logs::count_sent(sent, &source, (&entry.site, &entry.pages, &entry.time_zone), &lists.lists)
    };
    let batch = slot.run(count).await?.map_err(refused)?;
    match logs::record(&*call.app.ports().crawler_reads, batch).await? {
        Some(counted) => Ok(answer(Reply::new(counted))),
        None => Err(ApiError::new(
            Code::IdempotencyKeyReused,
            "This source sent another batch with this Idempotency-Key. Give each batch a key of its own.",
        )),
    }
}

/// What the answer says about the address of a drain: the code that is asked for, or that of the source.
fn verify_code(call: &Call<NoTenant>, source: &LogSource) -> Option<HeaderValue> {
    let is_drain = source.settings.format == Some(FormatName::Vercel);
    let asked = call.request.header(VERIFY_HEADER).filter(|code| is_code(code));
    let code = asked.or(source.settings.verification_code.as_deref()).filter(|_| is_drain)?;
    HeaderValue::from_str(code).ok()
}

/// The secret with which the body must be signed; `None` if the source has none.
async fn drain_secret(call: &Call<NoTenant>, source: &LogSource) -> Result<Option<Secret>, ApiError> {
    if !source.has_drain_secret {
        return Ok(None);
    }
    let message = "The secret of this source's drain cannot be decrypted, because the key that encrypted it is missing. \
                   An admin can set the secret again.";
    let secret = call.app.ports().log_sources.drain_secret(source.id).await?;
    secret.map(Some).ok_or_else(|| ApiError::new(Code::Unavailable, message))
}

/// The name that the sender gave the batch.
fn batch_name(call: &Call<NoTenant>) -> Result<Option<String>, ApiError> {
    let Some(name) = call.request.headers.get("idempotency-key") else { return Ok(None) };
    let name = name.to_str().ok().filter(|name| (1..=MAX_NAME_CHARACTERS).contains(&name.len()));
    let message = "Idempotency-Key must have 1 to 255 printable ASCII characters.";
    name.map(|name| Some(name.to_owned())).ok_or_else(|| ApiError::new(Code::BadRequest, message))
}

fn refused(error: BatchError) -> ApiError {
    let code = match error {
        BatchError::Broken => Code::BadRequest,
        BatchError::NotSigned => Code::InvalidApiKey,
        BatchError::OtherForm => Code::UnsupportedMediaType,
        BatchError::TooLarge => Code::PayloadTooLarge,
    };
    ApiError::new(code, error.to_string())
}
