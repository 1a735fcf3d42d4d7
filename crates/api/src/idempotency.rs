//! `Idempotency-Key`: a request that is sent twice is done once.

use askline_domain::ports::{IdempotencyState, IdempotencyTicket, StoredAnswer};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use bytes::Bytes;

use crate::{
    answer::Target,
    app::App,
    caller::{Caller, RequestFacts},
    error::{ApiError, Code},
    reply::{Answer, Content},
};

const KEY_HEADER: &str = "idempotency-key";
const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");
/// Characters of a key.
const KEY_CHARACTERS_MOST: usize = 255;

/// What became of the header.
pub(crate) enum Claim {
    /// There was none.
    None,
    /// The request is to be done, and its answer kept.
    Claimed(IdempotencyTicket),
    /// It was done before.
    Answered(Answer),
}

/// Looks at the header and claims the request.
pub(crate) async fn claim(
    app: &App,
    caller: &Caller,
    facts: &RequestFacts,
    method: &Method,
    target: &Target,
    body: &Bytes,
) -> Result<Claim, ApiError> {
    let Some(value) = facts.headers.get(KEY_HEADER) else { return Ok(Claim::None) };
    let key = value
        .to_str()
        .ok()
        .map(|text| text.trim().trim_matches('"'))
        .filter(|key| (1..=KEY_CHARACTERS_MOST).contains(&key.len()) && !key.contains('\t'))
        .ok_or_else(|| {
            ApiError::new(
                Code::BadRequest,
                format!("Idempotency-Key must have 1 to {KEY_CHARACTERS_MOST} printable ASCII characters."),
            )
        })?;
    let ticket = IdempotencyTicket {
        caller: caller.idempotency_name(facts.address),
        // With the query, which names the organization for a member of several.
        route: format!("{method} {}?{}", target.path, target.query),
        key: key.to_owned(),
    };
    let digest = askline_domain::secret::SecretDigest::of_bytes(body).0;
    match app.ports().idempotency.begin(&ticket, digest, facts.at).await? {
        IdempotencyState::New => Ok(Claim::Claimed(ticket)),
        IdempotencyState::Done(stored) => Ok(Claim::Answered(replay(stored)?)),
        IdempotencyState::InProgress => Err(ApiError {
            retry_after: Some(1),
            ..ApiError::new(
                Code::IdempotencyInProgress,
                "A request with this Idempotency-Key has begun and not ended. If it was cut off, look whether it took effect, then use a new key.",
            )
        }),
        IdempotencyState::Reused => {
            Err(ApiError::new(Code::IdempotencyKeyReused, "This Idempotency-Key was used with another body."))
        }
    }
}

fn replay(stored: StoredAnswer) -> Result<Answer, ApiError> {
    Ok(Answer {
        status: StatusCode::from_u16(stored.status).map_err(ApiError::internal)?,
        headers: vec![(REPLAYED, HeaderValue::from_static("true"))],
        content: Content::Replay { body: stored.body },
    })
}

impl Claim {
    /// Keeps the answer of a claimed request, unless it failed for a reason of ours.
    pub(crate) async fn settle(self, app: &App, answer: &Answer) {
        let Claim::Claimed(ticket) = self else { return };
        let store = &app.ports().idempotency;
        let settled = match answer.stored_body() {
            Some(body) if !answer.status.is_server_error() => {
                store.complete(&ticket, &StoredAnswer { status: answer.status.as_u16(), body }).await
            }
            _ => store.abandon(&ticket).await,
        };
        if let Err(error) = settled {
            tracing::error!(%error, "The answer of an idempotent request could not be kept");
        }
    }
}
