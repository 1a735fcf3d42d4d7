//! The route table: the only way to add an endpoint to `/api`.
//!
//! Each step of the builder returns the next type, so a route that leaves out its caller, its organization, its quota or where
//! its work runs has no `.to(..)` method and does not compile, nor does one about an object that its path does not name
//! (`path.rs`). `crates/api/tests/rows` contains routes that must not compile. The OpenAPI document and the authorization tests
//! are created from the same routes.

mod about;
pub(crate) mod endpoint;
pub(crate) mod handler;
pub mod path;
pub mod policy;
pub(crate) mod session_only;
pub(crate) mod shapes;
mod work;

use std::{
    collections::BTreeMap,
    marker::PhantomData,
    sync::{Arc, OnceLock},
};

use askline_domain::{identity::role::Role, keys::scope::Scope, organizations::plan::Plan};
use axum::{
    Router,
    extract::{RawPathParams, Request, State},
    http::{Method, StatusCode},
    routing::{MethodFilter, MethodRouter, on},
};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use crate::pipeline::{
    answer::{self, Refusal},
    app::App,
    error::{ApiError, Code},
    request::input::{Body, Input},
    response::reply::Data,
    route_table::{
        endpoint::Endpoint,
        handler::{Handler, Typed},
        path::At,
        policy::{Access, Downloads, ForLinks, Policy, Quota, Work},
        shapes::Shapes,
    },
    tenant::{Tenant, TenantSource},
};

/// The maximum size of a JSON body in bytes, unless the route sets another.
pub const MAX_BODY_BYTES: usize = 64 * 1024;

/// A route with a method and a path; its caller is not set yet.
pub struct Path<const OWNER: u8>(Policy);
/// A route with a caller; its tenant is not set yet.
pub struct Called<const OWNER: u8>(Policy);
/// A route with a tenant; its limit is not set yet.
pub struct About<T>(Policy, PhantomData<fn() -> T>);
/// A route with a limit; where its work runs is not set yet.
pub struct Metered<T>(Policy, PhantomData<fn() -> T>);
/// A route that lacks only its handler.
pub struct Placed<T>(Policy, PhantomData<fn() -> T>);

fn path<const OWNER: u8>(method: Method, at: At<OWNER>, summary: &'static str) -> Path<OWNER> {
    let idempotent = method == Method::POST;
    Path(Policy {
        method,
        path: at.path(),
        summary,
        access: Access::AnySession,
        for_services: false,
        for_links: None,
        tenant_source: TenantSource::Nobody,
        quota: Quota::Caller,
        success: StatusCode::OK,
        tells: false,
        defers: false,
        role: None,
        plan: None,
        allowed_here: |_| Ok(()),
        max_body_bytes: MAX_BODY_BYTES,
        idempotent,
        any_origin: false,
        downloads: Downloads::NONE,
        work: Work::Light,
        windowed: false,
        revalidates: false,
        location: None,
        headers: &[],
        conditional: false,
        paged: false,
        redirects: false,
        defers_with_cookie: false,
        errors: &[],
        operation: "",
        measures: OnceLock::new(),
    })
}

/// A route that reads.
pub fn get<const OWNER: u8>(at: At<OWNER>, summary: &'static str) -> Path<OWNER> {
    path(Method::GET, at, summary)
}
/// A route that adds or acts.
pub fn post<const OWNER: u8>(at: At<OWNER>, summary: &'static str) -> Path<OWNER> {
    path(Method::POST, at, summary)
}
/// A route that replaces.
pub fn put<const OWNER: u8>(at: At<OWNER>, summary: &'static str) -> Path<OWNER> {
    path(Method::PUT, at, summary)
}
/// A route that changes parts.
pub fn patch<const OWNER: u8>(at: At<OWNER>, summary: &'static str) -> Path<OWNER> {
    path(Method::PATCH, at, summary)
}
/// A route that removes.
pub fn delete<const OWNER: u8>(at: At<OWNER>, summary: &'static str) -> Path<OWNER> {
    path(Method::DELETE, at, summary)
}

impl<const OWNER: u8> Path<OWNER> {
    fn called_by(self, access: Access) -> Called<OWNER> {
        Called(Policy { access, ..self.0 })
    }
    /// For keys with this scope, and members and service accounts whose role allows the same.
    pub fn key(self, scope: Scope) -> Called<OWNER> {
        self.called_by(Access::Key(scope)).for_services()
    }
    /// For any valid key.
    pub fn any_key(self) -> Called<OWNER> {
        self.called_by(Access::AnyKey)
    }
    /// For any valid key, any member, and any service account.
    pub fn any_caller(self) -> Called<OWNER> {
        self.called_by(Access::AnyCaller).for_services()
    }
    /// For members with at least this role, people and service accounts alike.
    pub fn member(self, role: Role) -> Called<OWNER> {
        self.called_by(Access::Session(role)).for_services()
    }
    /// For people who are members with at least this role: never for service accounts, which could otherwise give access that
    /// outlives them.
    pub fn session(self, role: Role) -> Called<OWNER> {
        self.called_by(Access::Session(role))
    }
    /// For anyone who is signed in.
    pub fn any_session(self) -> Called<OWNER> {
        self.called_by(Access::AnySession)
    }
    /// For everyone.
    pub fn anyone(self) -> Called<OWNER> {
        self.called_by(Access::Anyone)
    }
    /// For everyone; with a session, as its account.
    pub fn anyone_or_session(self) -> Called<OWNER> {
        self.called_by(Access::AnyoneOrSession)
    }
    /// For sessions of shared links alone.
    pub fn link(self) -> Called<OWNER> {
        Called(Policy { access: Access::Link, for_links: Some(ForLinks::Every), ..self.0 })
    }
    /// For requests without an `Authorization` header.
    pub fn keyless(self) -> Called<OWNER> {
        self.called_by(Access::Keyless)
    }
}

impl<const OWNER: u8> Called<OWNER> {
    /// Also for service accounts.
    fn for_services(self) -> Self {
        Self(Policy { for_services: true, ..self.0 })
    }
}

impl<T> About<T> {
    /// Counts requests against this limit.
    pub fn limit(self, quota: Quota) -> Metered<T> {
        Metered(Policy { quota, ..self.0 }, PhantomData)
    }
}

impl<T: Tenant + 'static> Placed<T> {
    fn with(mut self, change: impl FnOnce(&mut Policy)) -> Self {
        change(&mut self.0);
        self
    }
    /// Responds with 201.
    pub fn created(self) -> Self {
        self.with(|p| p.success = StatusCode::CREATED)
    }
    /// Responds with 202.
    pub fn accepted(self) -> Self {
        self.with(|p| p.success = StatusCode::ACCEPTED)
    }
    /// Responds with 200 if the caller asks only for an estimate.
    pub fn or_tells(self) -> Self {
        self.with(|p| p.tells = true)
    }
    /// The same, with a cookie for what follows.
    pub fn or_accepted_with_cookie(self) -> Self {
        self.with(|p| (p.defers, p.defers_with_cookie) = (true, true))
    }
    /// Redirects a browser with 302, without a body.
    pub fn redirects(self) -> Self {
        self.with(|p| (p.success, p.redirects) = (StatusCode::FOUND, true))
    }
    /// Responds with 202 if the work is done only after an email was answered.
    pub fn or_accepted(self) -> Self {
        self.with(|p| p.defers = true)
    }
    /// Requires this role of a session, in place of the one that its scope would need; keys need only their scope.
    pub fn at_least(self, role: Role) -> Self {
        self.with(|p| p.role = Some(role))
    }
    /// Also for sessions of these shared links, about the link's site, within its filter and its days.
    pub fn shared(self, links: ForLinks) -> Self {
        self.with(|p| p.for_links = Some(links))
    }
    /// Needs a plan.
    pub fn plan(self, plan: Plan) -> Self {
        self.with(|p| p.plan = Some(plan))
    }
    /// Refuses requests with the error of `check` if the settings of the instance do not allow the route. `check` runs
    /// before the body is read.
    pub fn where_allowed(self, check: fn(&App) -> Result<(), ApiError>) -> Self {
        self.with(|p| p.allowed_here = check)
    }
    /// Sets the maximum size of the body, in bytes.
    pub fn body_bytes(self, most: usize) -> Self {
        self.with(|p| p.max_body_bytes = most)
    }
    /// Ignores `Idempotency-Key`.
    pub fn not_idempotent(self) -> Self {
        self.with(|p| p.idempotent = false)
    }
    /// May be called by pages of other origins.
    pub fn any_origin(self) -> Self {
        self.with(|p| p.any_origin = true)
    }
    /// Can respond with these files instead.
    pub fn downloads(self, downloads: Downloads) -> Self {
        self.with(|p| p.downloads = downloads)
    }
    /// Reports on the requested days, which `meta.range` names.
    pub fn windowed(self) -> Self {
        self.with(|p| p.windowed = true)
    }
    /// Responds with 304 if `If-None-Match` names the current data.
    pub fn revalidates(self) -> Self {
        self.with(|p| p.revalidates = true)
    }
    /// Names the address of what a success created or started in `Location`: `/api/v1/keys/{data.id}`.
    pub fn located(self, address: &'static str) -> Self {
        self.with(|p| p.location = Some(address))
    }
    /// Adds headers that a success can have.
    pub fn headers(self, names: &'static [&'static str]) -> Self {
        self.with(|p| p.headers = names)
    }
    /// Accepts `If-Match` and `If-None-Match` as conditions of the change.
    pub fn conditional(self) -> Self {
        self.with(|p| p.conditional = true)
    }
    /// Adds codes that the route can return.
    pub fn errors(self, codes: &'static [Code]) -> Self {
        self.with(|p| p.errors = codes)
    }

    /// Completes the route with its handler.
    pub fn to<P, Q, B, D, H>(self, handler: H) -> Route
    where
        P: DeserializeOwned + JsonSchema + Send + 'static,
        Q: DeserializeOwned + JsonSchema + Send + 'static,
        B: Body + 'static,
        D: Data + 'static,
        H: Endpoint<T, Input<P, Q, B>, D>,
    {
        let handler = Box::new(Typed::<(T, P, Q, B, D), H>::of(handler));
        Route::of(self.0, std::any::type_name::<H>(), handler, Shapes::of::<P, Q, B, D>())
    }
}

fn collect(params: &RawPathParams) -> BTreeMap<String, String> {
    params.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// The name of a handler from that of its type: `list_sites` for `askline_api::resources::sites::list_sites`.
fn name_of(type_name: &'static str) -> &'static str {
    type_name.rsplit("::").next().unwrap_or_default()
}

/// A route: its policy, its handler, and the schemas of its input and output.
pub struct Route {
    pub(crate) policy: &'static Policy,
    serve: MethodRouter<App>,
    pub(crate) shapes: Shapes,
}

impl Route {
    fn of(policy: Policy, type_name: &'static str, handler: Box<dyn Handler>, shapes: Shapes) -> Self {
        let policy = Policy { operation: name_of(type_name), paged: shapes.has_cursor(), ..policy };
        let (policy, handler): (&'static Policy, &'static dyn Handler) =
            (Box::leak(Box::new(policy)), Box::leak(handler));
        let serve = move |State(app): State<App>, params: Result<RawPathParams, _>, request: Request| {
            let path = params.map(|params: RawPathParams| collect(&params)).ok();
            answer::answer(app, policy, handler, path, request)
        };
        let filter = MethodFilter::try_from(policy.method.clone()).expect("a standard method");
        Self { policy, serve: on(filter, serve), shapes }
    }
}

/// The route table.
#[derive(Default)]
pub struct RouteTable {
    routes: Vec<Route>,
}

impl RouteTable {
    /// Adds a route.
    pub fn row(mut self, route: Route) -> Self {
        self.routes.push(route);
        self
    }

    /// The policies of all routes.
    pub fn policies(&self) -> impl Iterator<Item = &'static Policy> {
        self.routes.iter().map(|route| route.policy)
    }

    /// Keeps only the routes that pages of any origin may call: those that a widget needs.
    #[must_use]
    pub fn for_widgets(mut self) -> Self {
        self.routes.retain(|route| route.policy.any_origin);
        self
    }

    pub(crate) fn routes(&self) -> &[Route] {
        &self.routes
    }

    /// The router of `/api`: the routes, and errors in the envelope for everything else.
    #[expect(clippy::disallowed_methods, reason = "this is the one place where the table meets the router")]
    pub fn into_router(self, app: App) -> Router {
        let known: Arc<[&'static str]> = self.policies().map(|policy| policy.path).collect();
        let mut by_path: BTreeMap<&'static str, (MethodRouter<App>, Vec<&'static Policy>)> = BTreeMap::new();
        for route in self.routes {
            let (serve, policies) = by_path.entry(route.policy.path).or_default();
            *serve = std::mem::take(serve).merge(route.serve);
            policies.push(route.policy);
        }
        let mut router = Router::new();
        for (path, (serve, policies)) in by_path {
            let refusal = Refusal::of_method(&policies);
            router = router.route(
                path,
                serve.fallback(move |State(app): State<App>, request: Request| {
                    let refusal = refusal.clone();
                    async move { answer::refuse(app, refusal, request).await }
                }),
            );
        }
        router
            .fallback(move |State(app): State<App>, request: Request| {
                let refusal = Refusal::NoSuchPath { known: Arc::clone(&known) };
                async move { answer::refuse(app, refusal, request).await }
            })
            .with_state(app)
    }
}
