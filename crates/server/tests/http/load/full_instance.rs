//! On a full instance, a route on the answering threads costs the database no more.
//!
//! The requests are made from the route table, with each filter of the OpenAPI document, so that new routes and filters are
//! also tested. Rows are inserted directly, under ids that the paths name.

mod filling;
mod filters;

use std::collections::BTreeMap;

use askline_api::{
    pipeline::route_table::policy::{Policy, Work},
    routes,
};
use askline_domain::{keys::scope::Scope, organizations::plan::Plan};
use serde_json::json;

use self::{filling::statements, filters::queries_of};
use crate::{
    every_route::{
        authorization::path_of,
        contract_table::{ROUTES, Who},
    },
    harness::{Org, Service},
};

/// The rows of each kind on a small and on a full instance.
const ROWS: [u32; 2] = [2_000, 20_000];
/// How much more the full instance may take, in percent: a deeper tree, and longer numbers.
const MORE_PERCENT: u64 = 20;
/// Instructions that do not count: those of a few statements that happen to run for one of the two requests.
const NOT_COUNTED: u64 = 1_000;

/// Routes on the answering threads that end what the other routes need.
fn ends_what_others_need(policy: &Policy) -> bool {
    let path = policy.path;
    path.ends_with("/auth/logout")
        || path.ends_with("/auth/password")
        || path.ends_with("/members/me")
        || (policy.method == "DELETE"
            && ["{siteId}", "{orgId}", "{monitorId}", "{webhookId}", "{channelId}", "{recipientId}"]
                .iter()
                .any(|parent| path.ends_with(parent)))
}

/// The instructions for each route and filter, by method and path; adds what the service failed to answer to `failed`.
async fn instructions(
    service: &Service,
    org: &Org,
    (key, session): (&str, &str),
    failed: &mut Vec<String>,
) -> BTreeMap<String, u64> {
    let mut found = BTreeMap::new();
    for policy in routes::table().policies().filter(|policy| policy.work == Work::Light) {
        if ends_what_others_need(policy) {
            continue;
        }
        let of_row = |(method, path, _): &&(&str, &str, Who)| *method == policy.method.as_str() && *path == policy.path;
        let bearer = match ROUTES.iter().find(of_row).map(|(_, _, who)| *who) {
            Some(Who::Everybody | Who::EverybodyOrSession | Who::NoHeader) => None,
            Some(Who::AnyKey) => Some(key),
            _ => Some(session),
        };
        for query in queries_of(policy, org) {
            let path = format!("{}{query}", path_of(policy.path, org));
            let mut request = service.request(policy.method.clone(), &path);
            if let Some(bearer) = bearer {
                request = request.bearer_auth(bearer);
            }
            if policy.method != "GET" && policy.method != "DELETE" {
                request = request.json(&json!({}));
            }
            let before = service.metadata.instructions().unwrap_or_default();
            let answer = service.answer(request).await;
            let is_refused_filter = !query.is_empty() && !answer.status.is_success();
            if answer.status.is_server_error() || is_refused_filter {
                failed.push(format!("{} {path}: {}", policy.method, answer.text));
            }
            let ran = service.metadata.instructions().unwrap_or_default() - before;
            found.insert(format!("{} {}{query}", policy.method, policy.path), ran);
        }
    }
    found
}

#[tokio::test]
async fn a_route_on_the_answering_threads_costs_no_more_on_a_full_instance() {
    let service = Service::start_unlimited().await;
    if service.metadata.instructions().is_none() {
        return;
    }
    let org = service.organization(Plan::Enterprise).await;
    let key = service.key(&org, &[Scope::All]).await;
    let owner = service.owner_of(&org).await;
    // The first secret creates the key that seals them, which is never created beside rows that were sealed with another one.
    let first = service.session_of(owner).await;
    service.send(reqwest::Method::POST, "/api/v1/auth/factors/totp", Some(&first), None).await.data(200);
    let mut from = 1;
    let (mut measured, mut failed) = (Vec::new(), Vec::new());
    for rows in ROWS {
        let now_ms = service.app.clock().now().as_millisecond();
        for statement in statements(&org.id.to_string(), &org.site.to_string(), now_ms, from..=rows) {
            service.tamper(&statement).await;
        }
        from = rows + 1;
        // What a first request finds out about its caller is the same for all routes.
        let session = service.session_of(owner).await;
        service.get("/api/v1/auth/me", &session).await;
        measured.push(instructions(&service, &org, (&key, &session), &mut failed).await);
    }
    let [few, many] = &measured[..] else { panic!("two sizes") };
    assert!(few.len() > 50, "{}", few.len());
    let mut grown = Vec::new();
    for (route, before) in few {
        let now = many[route];
        if now > before + before * MORE_PERCENT / 100 + NOT_COUNTED {
            grown.push(format!("{route}: {before} instructions, then {now}"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(grown.is_empty(), "give these an index, a bound, a sum or a pool:\n{}", grown.join("\n"));
}
