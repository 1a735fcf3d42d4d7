//! Routes that run on the answering threads take few steps for every request. The requests are made from the route
//! table, so that new routes are also tested.

mod worst_requests;

use std::net::SocketAddr;

use askline_api::{
    at, openapi,
    pipeline::{
        app::App,
        route_table::{
            RouteTable,
            policy::{MAX_LIGHT_STEPS, Policy, Quota, Work},
            post,
        },
    },
    resources::{prompts, sites},
    routes,
};
use askline_domain::{keys::scope::Scope, organizations::plan::Plan, shared::steps};
use askline_server::wiring::MainRouters;
use axum::Router;
use reqwest::Method;
use serde_json::{Value, json};

use self::worst_requests::{WorstRequest, worst_requests};
use crate::{
    every_route::{
        authorization::path_of,
        contract_table::{ROUTES, Who},
    },
    harness::{Org, Service},
};

/// Serves a table as the binary does, with compression, on the thread of the test, so that the counted steps are the
/// work of the answering threads.
async fn serve(app: App, table: RouteTable) -> SocketAddr {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("a bound address");
    let doors = MainRouters::of_table(app, table).packed();
    tokio::spawn(async move {
        let service = Router::new().fallback_service(doors).into_make_service_with_connect_info::<SocketAddr>();
        axum::serve(listener, service).await.expect("serves until the test ends");
    });
    address
}

/// The steps of one request on the thread that answers, and the status.
async fn steps_of(
    service: &Service,
    address: SocketAddr,
    (method, path): (&Method, &str),
    bearer: Option<&str>,
    request: &WorstRequest,
) -> (u64, u16) {
    let url = format!("http://{address}{path}?{}", request.query);
    let mut sent = service.request_to(method.clone(), &url).header("Accept-Encoding", "gzip, br");
    if let Some(bearer) = bearer {
        sent = sent.bearer_auth(bearer);
    }
    if *method == Method::POST {
        sent = sent.header("Idempotency-Key", format!("key-{}", rand::random::<u64>()));
    }
    if let Some((media_type, body)) = &request.body {
        sent = sent.header("Content-Type", media_type).body(body.clone());
    }
    let before = steps::so_far();
    let answer = sent.send().await.expect("an answer");
    let status = answer.status().as_u16();
    answer.bytes().await.expect("it is whole");
    (steps::so_far() - before, status)
}

/// The maximum number of steps of a route on the answering thread, with the request that takes them.
async fn worst_of(service: &Service, address: SocketAddr, document: &Value, policy: &Policy) -> (u64, String) {
    let org = filled_organization(service).await;
    let key = service.key(&org, &[Scope::All]).await;
    let owner = service.owner_of(&org).await;
    let of_row = |(method, path, _): &&(&str, &str, Who)| *method == policy.method.as_str() && *path == policy.path;
    let takes_a_session = match ROUTES.iter().find(of_row).map(|(_, _, who)| *who) {
        Some(Who::Everybody | Who::EverybodyOrSession | Who::NoHeader) => None,
        Some(Who::AnyKey) => Some(false),
        _ => Some(true),
    };
    let path = path_of(policy.path, &org);
    let (mut worst, mut is_let_in) = ((0, String::new()), false);
    for request in worst_requests(document, policy.method.as_str(), policy.path, policy.max_body_bytes) {
        // A separate session, since some requests end theirs.
        let bearer = match takes_a_session {
            None => None,
            Some(false) => Some(key.clone()),
            Some(true) => Some(service.session_of(owner).await),
        };
        let (steps, status) = steps_of(service, address, (&policy.method, &path), bearer.as_deref(), &request).await;
        is_let_in |= bearer.is_none() || status != 401;
        assert!(status != 500, "{} {path}: {:?}", policy.method, said(&request));
        if steps > worst.0 {
            worst = (steps, format!("{status} {}", said(&request)));
        }
    }
    assert!(is_let_in, "{} {path}", policy.method);
    worst
}

/// The beginning of a request, for the person who investigates a failure.
fn said(request: &WorstRequest) -> String {
    let body = request.body.as_ref().map(|(_, body)| String::from_utf8_lossy(body).into_owned()).unwrap_or_default();
    let begin: String = body.chars().take(200).collect();
    format!("?{:.60} {begin} ({} bytes)", request.query, body.len())
}

/// An organization with a site, its built-in prompts, and a rule.
async fn filled_organization(service: &Service) -> Org {
    let org = service.organization(Plan::Enterprise).await;
    let rule = json!({ "name": "Guides", "match": { "paths": ["/*a*b*c"] }, "action": { "type": "hide_widget" } });
    let path = format!("/api/v1/rules/{}", org.site);
    service.send(Method::POST, &path, Some(&org.session), Some(&rule)).await.data(201);
    org
}

#[tokio::test]
async fn a_row_that_stays_on_the_threads_that_answer_takes_few_steps_there_whatever_is_sent_to_it() {
    let service = Service::start_unlimited().await;
    let document = openapi::document(&routes::table(), "test");
    let address = serve(service.app.clone(), routes::table()).await;
    let mut costly = Vec::new();
    let mut light = 0;
    for policy in routes::table().policies().filter(|policy| policy.work == Work::Light) {
        let (steps, request) = worst_of(&service, address, &document, policy).await;
        println!("{steps:>9} {} {}: {request}", policy.method, policy.path);
        if steps > MAX_LIGHT_STEPS {
            costly.push(format!("{} {}: {steps} steps: {request}", policy.method, policy.path));
        }
        light += 1;
    }
    assert!(light > 50, "{light}");
    assert!(costly.is_empty(), "give these rows places (`in_pool`), or bound their work:\n{}", costly.join("\n"));
}

/// Routes whose work must run in pools, declared without their pools by mistake.
fn rows_without_places() -> RouteTable {
    RouteTable::default()
        .row(
            post(at!("/api/v1/prompts/{siteId}/preview"), "Preview")
                .key(Scope::PromptsRead)
                .site()
                .limit(Quota::Caller)
                .light()
                .to(prompts::preview_prompt),
        )
        .row(
            post(at!("/api/v1/sites/{siteId}/config/preview"), "Preview")
                .key(Scope::SitesRead)
                .site()
                .limit(Quota::Caller)
                .light()
                .body_bytes(128 * 1024)
                .to(sites::preview_config),
        )
        .row(
            post(at!("/api/v1/prompts/{siteId}"), "Create")
                .key(Scope::PromptsWrite)
                .site()
                .limit(Quota::Caller)
                .light()
                .created()
                .to(prompts::create_prompt),
        )
}

#[tokio::test]
async fn a_row_with_heavy_work_and_without_places_is_found() {
    let service = Service::start_unlimited().await;
    let document = openapi::document(&routes::table(), "test");
    let table = rows_without_places();
    let policies: Vec<&Policy> = table.policies().collect();
    let address = serve(service.app.clone(), table).await;
    assert_eq!(policies.len(), 3);
    for policy in policies {
        let (steps, request) = worst_of(&service, address, &document, policy).await;
        assert!(steps > MAX_LIGHT_STEPS, "{} {}: {steps} steps: {request}", policy.method, policy.path);
    }
}

#[tokio::test]
async fn a_row_that_judges_texts_in_places_does_not_judge_them_on_the_threads_that_answer() {
    let service = Service::start_unlimited().await;
    let document = openapi::document(&routes::table(), "test");
    let address = serve(service.app.clone(), routes::table()).await;
    let org = filled_organization(&service).await;
    for without in rows_without_places().policies() {
        let table = routes::table();
        let is_it = |policy: &&'static Policy| (&policy.method, policy.path) == (&without.method, without.path);
        let policy = table.policies().find(is_it).expect("it is in the table");
        let path = path_of(policy.path, &org);
        for request in worst_requests(&document, policy.method.as_str(), policy.path, policy.max_body_bytes) {
            let (steps, status) =
                steps_of(&service, address, (&policy.method, &path), Some(&org.session), &request).await;
            // These steps include the digest of the body and the compression of the response.
            assert!(steps <= 10 * MAX_LIGHT_STEPS, "{path}: {steps} steps, {status}, {}", said(&request));
            if request.query.is_empty() && status == 422 {
                assert!(steps <= MAX_LIGHT_STEPS, "{path}: {steps} steps, {status}, {}", said(&request));
            }
        }
    }
}
