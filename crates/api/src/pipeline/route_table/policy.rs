//! The rules of a route: who may call it, how often, and where it runs.

use std::sync::OnceLock;

use askline_domain::{identity::role::Role, keys::scope::Scope, organizations::plan::Plan, shared_links::SharedPanel};
use axum::http::{Method, StatusCode};

use crate::pipeline::{
    app::App,
    error::{ApiError, Code},
    request_log::Measures,
    tenant::TenantSource,
    work_pools::{Holder, Slot, SlotTiming, WorkPool},
};

/// What a row of the table declares about its route.
#[derive(Debug, Clone)]
pub struct Policy {
    /// The method.
    pub method: Method,
    /// The path, with `{parameters}`.
    pub path: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Who may call it.
    pub access: Access,
    /// Whether a service account may call it where a session may, with its role.
    pub for_services: bool,
    /// Which shared links may call it with their sessions; `None` for no link.
    pub for_links: Option<ForLinks>,
    /// Whose objects it works on.
    pub tenant_source: TenantSource,
    /// Which limit counts its requests.
    pub quota: Quota,
    /// The status of success.
    pub success: StatusCode,
    /// Whether it can also respond with 200, if the caller asks only for an estimate.
    pub tells: bool,
    /// Whether the route can respond with 202 instead, because an email is needed to go on.
    pub defers: bool,
    /// The role that a session needs, if the scope alone would require a lower one.
    pub role: Option<Role>,
    /// The plan that the organization needs.
    pub plan: Option<Plan>,
    /// Checks whether this instance allows the route at all; called before the body is read.
    pub allowed_here: fn(&App) -> Result<(), ApiError>,
    /// The maximum size of the body, in bytes.
    pub max_body_bytes: usize,
    /// Whether it accepts `Idempotency-Key`.
    pub idempotent: bool,
    /// Whether pages of other origins may call it.
    pub any_origin: bool,
    /// What it can respond with, besides the envelope.
    pub downloads: Downloads,
    /// Where its work runs.
    pub work: Work,
    /// Whether it reports on calendar days, which `meta.range` names.
    pub windowed: bool,
    /// Whether it responds with 304 if `If-None-Match` names the current data.
    pub revalidates: bool,
    /// The address of what a success created or started, for `Location`: a path with `{parameters}` of the request's path, and
    /// with `{data.…}` for members of `data`.
    pub location: Option<&'static str>,
    /// Headers that a success can have in addition to those that follow from the other fields.
    pub headers: &'static [&'static str],
    /// Whether it accepts `If-Match` and `If-None-Match` as conditions of the change.
    pub conditional: bool,
    /// Whether it returns a list page by page, as routes do whose query has a cursor.
    pub paged: bool,
    /// Whether a response with 202 may set a cookie.
    pub defers_with_cookie: bool,
    /// Whether it redirects browsers to another address instead of answering in the envelope. Parameters that others add to its
    /// address are ignored.
    pub redirects: bool,
    /// Codes that it can return in addition to those that follow from the other fields.
    pub errors: &'static [Code],
    /// The handler's name: the operation id.
    pub operation: &'static str,
    /// Its metrics, recorded from the first request on.
    pub(crate) measures: OnceLock<Measures>,
}

impl Policy {
    /// The lowest role of a session that may call it; `None` if a session needs none or may not call it at all.
    pub fn needed_role(&self) -> Option<Role> {
        let by_access = match self.access {
            Access::Key(scope) => Some(Role::needed_for(scope)),
            Access::Session(role) => Some(role),
            _ => None,
        };
        self.role.or(by_access)
    }

    /// Whether it can respond in the envelope, and not only with downloads.
    pub fn answers_in_envelope(&self) -> bool {
        let types = self.downloads.types;
        !self.redirects && types.first() != Some(&"application/json") && types != ["application/x-ndjson"]
    }
}

/// The files that a route can respond with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Downloads {
    /// Their media types.
    pub types: &'static [&'static str],
    /// The query parameters that ask for a file, or that change only a file. A caller that can read nothing but the envelope,
    /// such as a tool of `/mcp`, does not have them.
    pub parameters: &'static [&'static str],
}

impl Downloads {
    /// No files.
    pub const NONE: Self = Self { types: &[], parameters: &[] };
}

/// Who may call a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// A key with this scope, or a session whose role allows the same.
    Key(Scope),
    /// Any valid key, and nothing else.
    AnyKey,
    /// Any valid key, or any session of the organization.
    AnyCaller,
    /// A session with at least this role in the route's organization. Never a key.
    Session(Role),
    /// Any session. Never a key.
    AnySession,
    /// Anyone; credentials are ignored.
    Anyone,
    /// Anyone; a session is used if one is sent. Never a key.
    AnyoneOrSession,
    /// Anyone who sends no `Authorization` header.
    Keyless,
    /// A session of a shared link, and nothing else.
    Link,
}

impl Access {
    /// The scope that a key needs, if it needs one.
    pub const fn scope(self) -> Option<Scope> {
        match self {
            Self::Key(scope) => Some(scope),
            _ => None,
        }
    }
}

/// Which shared links may call a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ForLinks {
    /// Every link.
    Every,
    /// Links with this panel.
    With(SharedPanel),
}

/// Which limit counts a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quota {
    /// The limit of the key's plan, or of the user's sessions.
    Caller,
    /// Requests for the configuration without a key, by address.
    Config,
    /// Event intake, by address.
    Intake,
    /// Sign-ins and other requests that could guess a secret or send emails, by address.
    LogIn,
    /// Documents and other public data, by address.
    Document,
}

/// The maximum number of steps of one request on an answering thread, as [`askline_domain::shared::steps`] counts them: about a
/// millisecond.
pub const MAX_LIGHT_STEPS: u64 = 1_250_000;

/// Where the work of a route runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// On the answering threads, which handle all requests, so it must stay within [`MAX_LIGHT_STEPS`] for the largest and worst
    /// request.
    Light,
    /// In a slot of this pool.
    InPool(WorkPool),
}

impl Work {
    /// Takes the slot of a request, if its pool takes slots at this time. Fails with 503 if none is free after a short wait.
    pub(crate) async fn slot(self, app: &App, manner: SlotTiming, holder: Holder) -> Result<Option<Slot>, ApiError> {
        match self {
            Work::InPool(pool) if pool.manner() == manner => app.slot(pool, holder).await.map(Some),
            Work::InPool(_) | Work::Light => Ok(None),
        }
    }
}
