//! `Idempotency-Key`: a request that is sent twice is executed once.
//!
//! A running request is only in memory; an executed one is recorded in the transaction of its change. A request that
//! was interrupted therefore never blocks its key.

pub(crate) mod running;

use askline_app::ports::again::again_if_rolled_back;
use askline_domain::{
    identity::secret::SecretDigest,
    requests::idempotency::{IdempotencyRecord, IdempotencyState, IdempotencyTicket, StoredAnswer},
    shared::ids::OrgId,
};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use bytes::Bytes;
use serde_json::json;

use crate::pipeline::{
    app::App,
    caller::{Caller, RequestFacts, RequestTarget},
    error::{ApiError, Code},
    idempotency::running::Running,
    response::answer::{Answer, Content},
    route_table::policy::Policy,
};

const KEY_HEADER: &str = "idempotency-key";
const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");
/// The maximum length of a key, in characters.
const MAX_KEY_CHARACTERS: usize = 255;
/// What the header means for the request.
pub(crate) enum Claim {
    /// No key was sent, or it has no effect here.
    None,
    /// The request must be executed.
    Claimed(Box<Claimed>),
    /// The request was executed before; its response is repeated.
    Answered(Answer),
}

/// A request to execute, and the record to store with its change.
pub(crate) struct Claimed {
    pub(crate) record: IdempotencyRecord,
    organization: Option<OrgId>,
    _running: Running,
}

/// Reads the header and claims the request.
pub(crate) async fn claim(
    app: &App,
    policy: &Policy,
    caller: &Caller,
    organization: Option<OrgId>,
    facts: &RequestFacts,
    target: &RequestTarget,
    body: &Bytes,
) -> Result<Claim, ApiError> {
    let Some(key) = key_of(facts)? else { return Ok(Claim::None) };
    let ticket = IdempotencyTicket {
        caller: caller.idempotency_name(facts.address),
        // Includes the query, which names the organization of a member of several.
        route: format!("{} {}?{}", policy.method, target.path, target.query),
        key,
    };
    let record = IdempotencyRecord {
        body: SecretDigest::of_bytes(body),
        status: policy.success.as_u16(),
        made_id: None,
        at: facts.at,
        ticket,
    };
    // Before the records are read: a request that ends in between is then found in one of the two places.
    let running = app.running_requests().begin(&record.ticket)?;
    match look_up(app, &record, organization).await? {
        Some(answer) => Ok(Claim::Answered(answer)),
        None => Ok(Claim::Claimed(Box::new(Claimed { record, organization, _running: running }))),
    }
}

/// The key of a request.
fn key_of(facts: &RequestFacts) -> Result<Option<String>, ApiError> {
    let Some(value) = facts.headers.get(KEY_HEADER) else { return Ok(None) };
    let key = value
        .to_str()
        .ok()
        .map(|text| text.trim().trim_matches('"'))
        .filter(|key| (1..=MAX_KEY_CHARACTERS).contains(&key.len()) && !key.contains('\t'));
    match key {
        Some(key) => Ok(Some(key.to_owned())),
        None => Err(ApiError::new(
            Code::BadRequest,
            format!("Idempotency-Key must have 1 to {MAX_KEY_CHARACTERS} printable ASCII characters."),
        )),
    }
}

/// The response to an earlier request with this key, if it was executed.
async fn look_up(
    app: &App,
    record: &IdempotencyRecord,
    organization: Option<OrgId>,
) -> Result<Option<Answer>, ApiError> {
    let store = &app.ports().idempotency;
    match store.look_up(&record.ticket, record.body, organization, record.at).await? {
        IdempotencyState::New => Ok(None),
        IdempotencyState::Done(stored) => Ok(Some(replay(stored)?)),
        IdempotencyState::Reused => {
            Err(ApiError::new(Code::IdempotencyKeyReused, "This Idempotency-Key was used with another body."))
        }
        IdempotencyState::Full { free_in } => Err(ApiError::too_many_requests_kept(free_in)),
    }
}

fn replay(stored: StoredAnswer) -> Result<Answer, ApiError> {
    let body = match stored.body {
        Some(body) => body,
        None => format!("\"data\":{},\"error\":null,\"meta\":{{", json!({ "id": stored.made_id })),
    };
    Ok(Answer {
        status: StatusCode::from_u16(stored.status).map_err(ApiError::internal)?,
        headers: vec![(REPLAYED, HeaderValue::from_static("true"))],
        content: Content::Replay { body },
    })
}

impl Claim {
    /// The record to store in the transaction of the change.
    pub(crate) fn record(&self) -> Option<&IdempotencyRecord> {
        match self {
            Claim::Claimed(claimed) => Some(&claimed.record),
            _ => None,
        }
    }

    /// Ends a claim and stores the response if it is a success. If another process or an earlier, uncertain attempt turns out
    /// to have made the change, the response to that one is returned.
    pub(crate) async fn settle(self, app: &App, answer: Answer) -> Answer {
        let Claim::Claimed(claimed) = self else { return answer };
        if answer.tells_of_a_change_made_before() {
            return match look_up(app, &claimed.record, claimed.organization).await {
                Ok(Some(earlier)) => earlier,
                Ok(None) => answer,
                Err(error) => Answer::error(error),
            };
        }
        if let (true, Some(body)) = (answer.status.is_success(), answer.stored_body()) {
            let record = IdempotencyRecord { status: answer.status.as_u16(), ..claimed.record };
            // The change is stored even if this fails: a repeated request then gets only the status and the id.
            let idempotency = &app.ports().idempotency;
            let keeping = || idempotency.keep_answer(claimed.organization, &record, &body);
            if let Err(error) = again_if_rolled_back(keeping).await {
                tracing::error!(%error, "The answer of an idempotent request could not be kept");
            }
        }
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replay_without_a_stored_body_returns_status_and_id() {
        let answer =
            replay(StoredAnswer { status: 201, made_id: Some("site_1".into()), body: None }).expect("a status");
        assert_eq!(answer.status, StatusCode::CREATED);
        let Content::Replay { body } = answer.content else { panic!("not a replay") };
        assert_eq!(body, r#""data":{"id":"site_1"},"error":null,"meta":{"#);
    }
}
