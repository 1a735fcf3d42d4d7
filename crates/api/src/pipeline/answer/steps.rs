//! The steps of an admitted request, in their order, up to its answer. Compiled once for all routes.

use std::{collections::BTreeMap, panic::AssertUnwindSafe, sync::Arc};

use askline_app::{ports::again::MAX_TRIES, shares::holder::work_of};
use askline_domain::{requests::idempotency::IdempotencyRecord, shared::ids::OrgId};
use axum::{
    body::Body as HttpBody,
    http::{Method, header},
};
use bytes::Bytes;
use futures_util::FutureExt as _;

use crate::pipeline::{
    app::App,
    call::Call,
    caller::{Caller, RequestFacts, RequestTarget},
    error::{ApiError, Code},
    guard, idempotency,
    request::{
        cursor::List,
        input,
        reading::{SENT_IN_PLACE_WITHIN, pass_over, read_body, sent_too_slowly},
    },
    response::{answer::Answer, next_page::link_to},
    route_table::{
        handler::{Handler, SentInput},
        policy::{Policy, Work},
    },
    tenant::{AnyTenant, ORG_PARAMETER, TenantSource},
    unavailable,
    work_pools::{Holder, Slot, SlotTiming, WorkPool, on_a_thread},
};

/// The maximum length of a query string, in bytes.
const MAX_QUERY_BYTES: usize = 8 * 1024;

/// Handles a request that was admitted.
#[expect(clippy::too_many_arguments, reason = "the parts of one request, taken apart once")]
pub(super) async fn handle(
    app: &App,
    policy: &'static Policy,
    handler: &'static dyn Handler,
    path: Option<BTreeMap<String, String>>,
    target: &RequestTarget,
    caller: Caller,
    facts: RequestFacts,
    body: HttpBody,
) -> Result<Answer, ApiError> {
    check_permission(app, policy, &caller, target, &facts)?;
    let path =
        path.ok_or_else(|| ApiError::new(Code::BadRequest, "The path is not valid UTF-8 when percent-decoded."))?;
    let (query, org_parameter) = match policy.tenant_source {
        TenantSource::OrganizationOfCaller | TenantSource::OwnerOf(_) => split_org_parameter(&target.query)?,
        _ => (target.query.clone(), None),
    };
    // Looked up before the body is read, because a role belongs to an organization. A missing tenant is reported later,
    // because unreadable input is reported first.
    let tenant = AnyTenant::resolve(app, &caller, policy.tenant_source, &path, org_parameter.as_deref(), &facts).await;
    if let Ok(Some(organization)) = tenant.as_ref().map(AnyTenant::organization) {
        guard::check_role(policy, organization)?;
    }
    let query = match (&caller, &tenant) {
        (Caller::Link(grant), Ok(tenant)) => guard::narrowed(policy, &grant.link, tenant, &query, facts.at)?,
        _ => query,
    };
    let organization = organization_of(&tenant);
    let holder = match policy.work {
        // A token of its own, which is looked at before a slot is taken, so that nobody without one holds any.
        Work::InPool(WorkPool::LogBatch) => Holder::Organization(guard::sender_of(app, &facts).await?.1.site.org_id),
        _ => organization.map_or(Holder::Address(facts.address.into()), Holder::Organization),
    };
    let located_by = if policy.location.is_some() { path.clone() } else { BTreeMap::new() };
    let (slot, body) = slot_and_body(app, policy, handler, holder, &facts, body).await?;
    guard::check_fresh_proof(policy, &caller, &facts, &body)?;
    // A caller who may not see the organization or site (any more) gets no earlier response about it either.
    let claim = if policy.idempotent && tenant.is_ok() {
        idempotency::claim(app, policy, &caller, organization, &facts, target, &body).await?
    } else {
        idempotency::Claim::None
    };
    if let idempotency::Claim::Answered(answer) = claim {
        return Ok(answer.located(policy, &located_by));
    }
    let own_thread = policy.work.slot(app, SlotTiming::AfterTheBody, holder).await?;
    let record = claim.record().cloned();
    let (app, facts) = (app.clone(), Arc::new(facts));
    let execution = Execution {
        app: app.clone(),
        policy,
        handler,
        caller,
        facts,
        tenant,
        path,
        org_parameter,
        query,
        list_target: policy.paged.then(|| target.clone()),
        body,
        slot,
        record,
    };
    let is_on_a_thread = own_thread.is_some();
    // From here on the store is asked for the holder, whose reads and changes share the connections with those of others.
    let work = work_of(holder, async move {
        let _place = own_thread;
        claim.settle(&app, execution.answer().await).await
    });
    let answer = if is_on_a_thread { on_a_thread(work).await? } else { work.await };
    Ok(answer.located(policy, &located_by))
}

/// Checks everything that needs neither the input nor the tenant.
fn check_permission(
    app: &App,
    policy: &Policy,
    caller: &Caller,
    target: &RequestTarget,
    facts: &RequestFacts,
) -> Result<(), ApiError> {
    if target.query.len() > MAX_QUERY_BYTES {
        return Err(ApiError::new(
            Code::PayloadTooLarge,
            format!("The query string may have at most {MAX_QUERY_BYTES} bytes."),
        ));
    }
    guard::check_key(policy, caller, facts)?;
    (policy.allowed_here)(app)
}

/// Removes `orgId` from a query string; returns the rest, and the value of `orgId`.
fn split_org_parameter(query: &str) -> Result<(String, Option<String>), ApiError> {
    if !query.contains(ORG_PARAMETER) {
        return Ok((query.to_owned(), None));
    }
    let is_org = |pair: &&str| pair.split('=').next() == Some(ORG_PARAMETER);
    let (named, rest): (Vec<&str>, Vec<&str>) = query.split('&').partition(is_org);
    let named = named.join("&");
    input::check_values(&named)?;
    let mut named = url::form_urlencoded::parse(named.as_bytes()).map(|(_, id)| id.into_owned());
    match (named.next(), named.next()) {
        (id, None) => Ok((rest.join("&"), id)),
        _ => Err(ApiError::parameter(ORG_PARAMETER, "orgId: is given more than once.")),
    }
}

/// The organization that the caller may see.
fn organization_of(tenant: &Result<AnyTenant, ApiError>) -> Option<OrgId> {
    tenant.as_ref().ok().and_then(AnyTenant::organization).map(|organization| organization.id)
}

/// The slot that is taken before the body is read, if the route takes one then, and the body.
async fn slot_and_body(
    app: &App,
    policy: &Policy,
    handler: &dyn Handler,
    holder: Holder,
    facts: &RequestFacts,
    body: HttpBody,
) -> Result<(Option<Slot>, Bytes), ApiError> {
    let slot = match policy.work.slot(app, SlotTiming::BeforeTheBody, holder).await {
        Ok(slot) => slot,
        Err(error) => {
            pass_over(body, &facts.headers, policy.max_body_bytes).await;
            return Err(error);
        }
    };
    let reading = read_body(handler.body_form(), &facts.headers, body, policy.max_body_bytes);
    let bytes = match &slot {
        None => reading.await?,
        Some(_) => tokio::time::timeout(SENT_IN_PLACE_WITHIN, reading).await.map_err(|_| sent_too_slowly())??,
    };
    Ok((slot, bytes))
}

/// A request that only has to be parsed and executed.
struct Execution {
    app: App,
    policy: &'static Policy,
    handler: &'static dyn Handler,
    caller: Caller,
    facts: Arc<RequestFacts>,
    tenant: Result<AnyTenant, ApiError>,
    path: BTreeMap<String, String>,
    org_parameter: Option<String>,
    query: String,
    /// What was requested, if it is a list that comes page by page.
    list_target: Option<RequestTarget>,
    body: Bytes,
    slot: Option<Slot>,
    record: Option<IdempotencyRecord>,
}

impl Execution {
    /// Executes the request; a failure and a panic become answers.
    async fn answer(self) -> Answer {
        // Only an idempotency key makes repetitions of a POST harmless; the other methods have the same result however often they
        // are repeated.
        let is_repeatable = self.record.is_some() || self.policy.method != Method::POST;
        match AssertUnwindSafe(self.run()).catch_unwind().await {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => {
                error.rolled_back.iter().for_each(|reason| unavailable::because(reason.clone()));
                Answer::error(if is_repeatable { error.of_repeatable() } else { error })
            }
            Err(_) => Answer::error(ApiError::internal("a handler panicked")),
        }
    }

    /// Calls the handler, again if the store rolled its change back.
    async fn run(mut self) -> Result<Answer, ApiError> {
        let policy = self.policy;
        let all_path = if policy.paged { self.path.clone() } else { BTreeMap::new() };
        // For another look at the tenant, which only a change needs.
        let tenant_path = if policy.method.is_safe() { BTreeMap::new() } else { self.path.clone() };
        if let TenantSource::SiteInPath(name) | TenantSource::OrganizationInPath(name) = policy.tenant_source {
            // The tenant contains this id; the handler gets the other parameters.
            self.path.remove(name);
        }
        let query = std::mem::take(&mut self.query);
        let list = policy.paged.then(|| List {
            operation: policy.operation,
            organization: organization_of(&self.tenant),
            path: &all_path,
            query: &query,
        });
        let opened = list.as_ref().map(List::opened).transpose()?.flatten();
        // Work with a slot is not retried: its slot can be taken only once, and a file is too large to be kept for another try.
        let max_tries = if self.slot.is_some() { 1 } else { MAX_TRIES };
        let mut tries = 1;
        let reply = loop {
            let body = if tries < max_tries { self.body.clone() } else { std::mem::take(&mut self.body) };
            let call = self.call();
            let opened = opened.as_deref().unwrap_or(&query);
            let checked = (!policy.any_origin && !policy.redirects).then_some(query.as_str());
            let running = self.handler.begin(call, SentInput { path: &self.path, query: opened, checked, body })?;
            match running.await {
                // The store rolled back, so nothing was stored: the handler decides again, based on the current data.
                Err(ApiError { rolled_back: Some(_), .. }) if tries < max_tries => tries += 1,
                Err(error) if error.preconditions_changed => {
                    let org = self.org_parameter.as_deref();
                    let refusal = guard::refusal_now(&self.app, policy, &self.facts, &tenant_path, org).await;
                    return Err(refusal.unwrap_or(error));
                }
                done => break done?.sealed(list.as_ref()),
            }
        };
        let next = self.list_target.as_ref().zip(reply.next_cursor()).and_then(|(target, next)| link_to(target, next));
        let reply = match next {
            Some(link) => reply.header(header::LINK, link),
            None => reply,
        };
        let answer = Answer::of(reply, policy.success)?;
        Ok(if policy.revalidates {
            answer.with_entity_tag().unless_at_hand(&policy.method, &self.facts.headers)
        } else {
            answer
        })
    }

    fn call(&mut self) -> Call<Result<AnyTenant, ApiError>> {
        Call {
            app: self.app.clone(),
            caller: self.caller.clone(),
            request: Arc::clone(&self.facts),
            tenant: self.tenant.clone(),
            scope: self.policy.access.scope(),
            slot: self.slot.take(),
            record: self.record.clone(),
        }
    }
}
