//! Errors as callers see them. The only place that gives an error its status code.
//!
//! The public text says what to do; internal causes go only to the log.

mod of_store;

use askline_domain::{
    identity::{role::Role, second_factor::challenge::SecondStep},
    keys::scope::{Scope, ScopeSet},
    organizations::plan::Plan,
    requests::idempotency::MAX_RECORDS_PER_ORGANIZATION,
    shared::violation::Violation,
};
use axum::http::StatusCode;
use jiff::SignedDuration;
use schemars::JsonSchema;
use serde::Serialize;

use crate::pipeline::response::challenge_view::ChallengeView;

macro_rules! codes {
    ($($(#[doc = $meaning:literal])+ $name:ident = $text:literal, $status:ident;)*) => {
        /// A stable code of an error; see `/docs/errors`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code { $($(#[doc = $meaning])+ $name,)* }

        impl Code {
            /// Every code.
            pub const EVERY: &'static [Code] = &[$(Code::$name,)*];

            /// The code as callers see it.
            pub const fn as_str(self) -> &'static str {
                match self { $(Code::$name => $text,)* }
            }

            /// The HTTP status of the code.
            pub const fn status(self) -> StatusCode {
                match self { $(Code::$name => StatusCode::$status,)* }
            }

            /// What it means and what to do.
            pub const fn meaning(self) -> &'static str {
                match self { $(Code::$name => concat!($($meaning,)+).trim_ascii(),)* }
            }
        }
    };
}

codes! {
    /// The body is not JSON, arrives too slowly or is nested deeper than 32 levels, or a header or the path cannot be read.
    BadRequest = "BAD_REQUEST", BAD_REQUEST;
    /// A query parameter is unknown, missing or invalid; `details` names it.
    InvalidParameter = "INVALID_PARAMETER", BAD_REQUEST;
    /// The cursor does not belong to this list. Start again without one.
    InvalidCursor = "INVALID_CURSOR", BAD_REQUEST;
    /// No readable credential was sent. Send `Authorization: Bearer …`.
    Unauthenticated = "UNAUTHENTICATED", UNAUTHORIZED;
    /// The key is malformed or unknown.
    InvalidApiKey = "INVALID_API_KEY", UNAUTHORIZED;
    /// The key has expired. Create a new one.
    ApiKeyExpired = "API_KEY_EXPIRED", UNAUTHORIZED;
    /// The key was revoked.
    ApiKeyRevoked = "API_KEY_REVOKED", UNAUTHORIZED;
    /// The session is unknown or has ended. Sign in again.
    SessionExpired = "SESSION_EXPIRED", UNAUTHORIZED;
    /// The email, password or one-time token is not valid.
    InvalidCredentials = "INVALID_CREDENTIALS", UNAUTHORIZED;
    /// The account has a second factor. Send it with `error.challenge.id` (`POST /auth/second-factor`).
    SecondFactorRequired = "SECOND_FACTOR_REQUIRED", UNAUTHORIZED;
    /// The balance of credits is too low.
    InsufficientCredits = "INSUFFICIENT_CREDITS", PAYMENT_REQUIRED;
    /// The credential does not allow this; `requiredScope` names the scope that would, if there is one.
    InsufficientScope = "INSUFFICIENT_SCOPE", FORBIDDEN;
    /// The organization's plan does not include this.
    PlanRequired = "PLAN_REQUIRED", FORBIDDEN;
    /// The member's role or the instance does not allow this.
    Forbidden = "FORBIDDEN", FORBIDDEN;
    /// The organization demands a second factor. Set one up (`POST /auth/factors/totp`), or sign in with it.
    SecondFactorDemanded = "SECOND_FACTOR_REQUIRED", FORBIDDEN;
    /// This needs a proof from within the last 15 minutes. Send the password or a code (`POST /auth/reauthenticate`), then repeat it.
    ReauthenticationRequired = "REAUTHENTICATION_REQUIRED", FORBIDDEN;
    /// The key may not be used from this address.
    IpNotAllowed = "IP_NOT_ALLOWED", FORBIDDEN;
    /// The request comes from a page that may not send it.
    OriginNotAllowed = "ORIGIN_NOT_ALLOWED", FORBIDDEN;
    /// It does not exist, or it belongs to someone else.
    NotFound = "NOT_FOUND", NOT_FOUND;
    /// The path exists, but not with this method; `Allow` lists the methods that it has.
    MethodNotAllowed = "METHOD_NOT_ALLOWED", METHOD_NOT_ALLOWED;
    /// It is no longer stored; `details` names what can be read instead.
    Gone = "GONE", GONE;
    /// The request conflicts with the current state.
    Conflict = "CONFLICT", CONFLICT;
    /// A limit of the plan or of the service is reached.
    LimitReached = "LIMIT_REACHED", CONFLICT;
    /// A request with this `Idempotency-Key` is still running. Retry after `Retry-After` seconds.
    IdempotencyInProgress = "IDEMPOTENCY_IN_PROGRESS", CONFLICT;
    /// `If-Match` does not name the current version, or `If-None-Match` does. Read again, then repeat the change.
    PreconditionFailed = "PRECONDITION_FAILED", PRECONDITION_FAILED;
    /// The body or the query string is too large.
    PayloadTooLarge = "PAYLOAD_TOO_LARGE", PAYLOAD_TOO_LARGE;
    /// The route does not accept the body's media type or encoding.
    UnsupportedMediaType = "UNSUPPORTED_MEDIA_TYPE", UNSUPPORTED_MEDIA_TYPE;
    /// The body is well-formed but not allowed; `details` names each field and reason.
    ValidationFailed = "VALIDATION_FAILED", UNPROCESSABLE_ENTITY;
    /// The prompt would deceive readers or their assistants; `details` names the passage.
    PromptPolicyViolation = "PROMPT_POLICY_VIOLATION", UNPROCESSABLE_ENTITY;
    /// The `Idempotency-Key` was used with another body.
    IdempotencyKeyReused = "IDEMPOTENCY_KEY_REUSED", UNPROCESSABLE_ENTITY;
    /// A limit per minute, hour or day is reached. Wait `Retry-After` seconds.
    RateLimited = "RATE_LIMITED", TOO_MANY_REQUESTS;
    /// An error in Askline. Nothing was changed; send the request id to the operator.
    InternalError = "INTERNAL_ERROR", INTERNAL_SERVER_ERROR;
    /// The service cannot do this now. Wait `Retry-After` seconds.
    Unavailable = "UNAVAILABLE", SERVICE_UNAVAILABLE;
}

impl Code {
    /// Whether the same request may succeed later.
    pub const fn retryable(self) -> bool {
        matches!(self, Code::RateLimited | Code::Unavailable | Code::InternalError | Code::IdempotencyInProgress)
    }
}

/// A refused or failed request.
#[derive(Debug, Clone)]
pub struct ApiError {
    /// The stable code; decides the status.
    pub code: Code,
    /// A sentence for people.
    pub message: String,
    /// What is wrong, field by field.
    pub details: Vec<Violation>,
    /// The scope that would allow the request.
    pub required_scope: Option<Scope>,
    /// The scopes that a connected app needs to be given for the request, for its `WWW-Authenticate` header.
    pub scopes_to_ask_for: Option<ScopeSet>,
    /// Methods for the `Allow` header of a 405.
    pub allow: Option<Box<str>>,
    /// Seconds for the `Retry-After` header.
    pub retry_after: Option<u64>,
    /// Whether the change may have been made despite the error: a repeated request might make it twice.
    pub may_have_happened: bool,
    /// Why the store rolled the request's change back, if that is the reason: nothing was stored, and the handler may run again.
    pub rolled_back: Option<String>,
    /// Whether what the permission was based on changed before the commit. The guard is asked again: if it refuses now,
    /// that refusal is the answer.
    pub preconditions_changed: bool,
    /// What is needed to give the second factor, if that is what the sign-in waits for.
    pub second_step: Option<Box<SecondStep>>,
}

/// The `error` member of the envelope.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ApiError")]
pub(crate) struct ErrorBody<'a> {
    /// A stable code, for programs. A later release may add codes: handle an unknown one by its status.
    #[schemars(schema_with = "code_schema")]
    pub code: &'a str,
    /// A sentence for people.
    pub message: &'a str,
    /// Where the code is explained: an absolute address if the instance knows its own (`public_url`), otherwise a path.
    pub doc_url: String,
    /// Whether the same request may succeed later.
    pub retryable: bool,
    /// What is wrong, field by field.
    #[serde(skip_serializing_if = "<[Violation]>::is_empty")]
    #[schemars(default)]
    pub details: &'a [Violation],
    /// The scope that would allow the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    pub required_scope: Option<Scope>,
    /// What the second step of a sign-in needs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    pub challenge: Option<ChallengeView>,
}

/// The known codes, and a pattern that those of later releases match as well.
fn code_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let codes = Code::EVERY.iter().map(|code| code.as_str());
    // One code has two statuses.
    let mut known: Vec<&str> = Vec::new();
    codes.for_each(|code| {
        if !known.contains(&code) {
            known.push(code)
        }
    });
    schemars::json_schema!({ "type": "string", "enum": known, "pattern": "^[A-Z][A-Z_]*$" })
}

impl ApiError {
    /// An error with a code and a sentence.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            details: Vec::new(),
            required_scope: None,
            scopes_to_ask_for: None,
            allow: None,
            retry_after: None,
            may_have_happened: false,
            rolled_back: None,
            preconditions_changed: false,
            second_step: None,
        }
    }

    /// The caller sees no object of this kind with the given id.
    pub fn not_found(what: &str) -> Self {
        Self::new(Code::NotFound, format!("There is no such {what}."))
    }

    /// A body that is well-formed but not allowed.
    pub fn invalid(details: Vec<Violation>) -> Self {
        Self { details: details.clone(), ..Self::new(Code::ValidationFailed, first_message(&details)) }
    }

    /// A query parameter that is not allowed.
    pub fn parameter(name: &str, message: impl Into<String>) -> Self {
        let message = message.into();
        let details = vec![Violation::new(name, Code::InvalidParameter.as_str(), &*message)];
        Self { details, ..Self::new(Code::InvalidParameter, message) }
    }

    /// A query parameter that would change nothing in the response. It is not ignored, because its sender expects otherwise.
    pub fn without_effect(name: &str, place: &str) -> Self {
        Self::parameter(name, format!("{name} has no effect {place}. Leave it out."))
    }

    /// A credential that does not allow the request; `required` is the scope that would, if there is one.
    pub fn insufficient_scope(required: Option<Scope>, message: impl Into<String>) -> Self {
        Self { required_scope: required, ..Self::new(Code::InsufficientScope, message) }
    }

    /// The refusal of what needs a fresh proof.
    pub fn fresh_proof_needed() -> Self {
        Self::new(
            Code::ReauthenticationRequired,
            "This needs a proof from within the last 15 minutes. Send your password or a code to POST \
             /api/v1/auth/reauthenticate, then repeat the request.",
        )
    }

    /// A member whose role is too low.
    pub fn forbidden(needed: Role) -> Self {
        let giver = match needed {
            Role::Owner => "an owner",
            _ => "an owner or admin",
        };
        let message =
            format!("This needs the role '{needed}' or a higher one. Ask {giver} of the organization for it.");
        Self::new(Code::Forbidden, message)
    }

    /// A plan that does not include something; `what` is subject and verb: "API keys need".
    pub fn plan_required(needed: Plan, what: &str) -> Self {
        let message = format!(
            "{what} the {} plan or a higher one. Ask the operator of this instance to raise the plan (askline org set-plan).",
            needed.name()
        );
        Self::new(Code::PlanRequired, message)
    }

    /// A limit that is reached.
    pub fn limit_reached(message: impl Into<String>) -> Self {
        Self::new(Code::LimitReached, message)
    }

    /// The organization has used too many new `Idempotency-Key`s within a day.
    pub(crate) fn too_many_requests_kept(free_in: SignedDuration) -> Self {
        let seconds = free_in.as_secs().unsigned_abs().max(1);
        Self {
            retry_after: Some(seconds),
            ..Self::new(
                Code::RateLimited,
                format!(
                    "The organization used {MAX_RECORDS_PER_ORGANIZATION} Idempotency-Keys within 24 hours, and can use \
                     a new one in {seconds} s."
                ),
            )
        }
    }

    /// A defect of Askline; `inside` is only logged.
    pub fn internal(inside: impl std::fmt::Display) -> Self {
        tracing::error!(error = %inside, "A request failed because of an internal error");
        Self::new(Code::InternalError, "The service failed. Nothing was changed.")
    }

    /// The error for a request that is executed once, however often it is sent: then even an uncertain failure may be retried.
    #[must_use]
    pub(crate) fn of_repeatable(self) -> Self {
        if !self.may_have_happened {
            return self;
        }
        let message = "It is not known whether this was stored. Send it again: it is stored only once.";
        Self { may_have_happened: false, message: message.into(), ..self }
    }

    /// The `error` member of the envelope, for responses without an envelope.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self.body(None)).expect("an error is plain text and lists")
    }

    /// The `error` member of the envelope of an instance with this address, if it is known.
    pub(crate) fn body(&self, public_url: Option<&str>) -> ErrorBody<'_> {
        ErrorBody {
            code: self.code.as_str(),
            message: &self.message,
            doc_url: format!("{}/docs/errors#{}", public_url.unwrap_or_default(), self.code.as_str()),
            retryable: self.code.retryable() && !self.may_have_happened,
            details: &self.details,
            required_scope: self.required_scope,
            challenge: self.second_step.as_deref().map(ChallengeView::from),
        }
    }
}

fn first_message(details: &[Violation]) -> String {
    match details {
        [] => "The body is not allowed.".into(),
        [only] => only.message.clone(),
        [first, rest @ ..] => format!("{} ({} more in details)", first.message, rest.len()),
    }
}

impl From<Vec<Violation>> for ApiError {
    fn from(details: Vec<Violation>) -> Self {
        Self::invalid(details)
    }
}
