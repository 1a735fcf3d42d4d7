//! Calls every route with every scope, every role, and no credential. Also for foreign organizations, and over quota.

use askline_api::{routes, settings::ApiSettings};
use askline_domain::{
    identity::role::Role,
    keys::scope::Scope,
    organizations::plan::Plan,
    shared::ids::{Id as _, SiteId},
};
use reqwest::Method;
use serde_json::Value;

use crate::{
    every_route::contract_table::{NEVER_FOR_SERVICES, ROUTES, Who, grants, role_of_service},
    harness::{Answer, Org, Service, unlimited},
    monitors::engines::catalogue,
};

fn method_of(text: &str) -> Method {
    text.parse().unwrap()
}

/// The path with the ids of `org`; ids of other objects do not exist.
pub fn path_of(template: &str, org: &Org) -> String {
    let nothing = "00000000000000000000000007";
    template
        .replace("{siteId}", &org.site.to_string())
        .replace("{orgId}", &org.id.to_string())
        .replace("{promptId}", &format!("prm_{nothing}"))
        .replace("{ruleId}", &format!("rule_{nothing}"))
        .replace("{keyId}", &format!("key_{nothing}"))
        .replace("{serviceAccountId}", &format!("svc_{nothing}"))
        .replace("{requestId}", &format!("req_{nothing}"))
        .replace("{appId}", &format!("app_{nothing}"))
        .replace("{passkeyId}", &format!("psk_{nothing}"))
        .replace("{userId}", &format!("usr_{nothing}"))
        .replace("{sessionId}", &format!("ses_{nothing}"))
        .replace("{jobId}", &format!("job_{nothing}"))
        .replace("{webhookId}", &format!("whk_{nothing}"))
        .replace("{channelId}", &format!("ntf_{nothing}"))
        .replace("{recipientId}", &format!("rcp_{nothing}"))
        .replace("{monitorId}", &format!("mon_{nothing}"))
        .replace("{annotationId}", &format!("ann_{nothing}"))
        .replace("{linkId}", &format!("lnk_{nothing}"))
        .replace("{citationId}", &format!("cit_{nothing}"))
        .replace("{sourceId}", &format!("src_{nothing}"))
        .replace("{deliveryId}", &format!("dlv_{nothing}"))
}

async fn call(service: &Service, method: &str, path: &str, bearer: Option<&str>) -> Answer {
    // Without a body: if the body is refused, the request passed the authorization.
    service.send(method_of(method), path, bearer, None).await
}

/// The verbs of next steps, which the tests of `crates/api` read too.
const VERBS: &str = include_str!("../../../../../testdata/next_steps.txt");

/// Asserts the refusal, and that its message has a sentence that begins with what to do next.
fn refused_with_a_next_step(answer: &Answer, status: u16, code: &str) {
    let message = answer.refused(status, code).body["error"]["message"].as_str().unwrap();
    let mut sentences = message.split(['.', ',', ';', ':']).map(|part| part.trim().trim_start_matches("or "));
    let begins = |part: &str| -> bool {
        let part = part.to_lowercase();
        VERBS.lines().filter(|line| !line.starts_with('#')).any(|verb| part.starts_with(verb))
    };
    assert!(sentences.any(begins), "{status} {code}: {message}");
}

fn was_let_through(answer: &Answer) -> bool {
    !matches!(answer.status.as_u16(), 401 | 403 | 429)
}

#[test]
fn the_route_table_is_the_contracts() {
    let mut ours: Vec<(String, &str)> =
        routes::table().policies().map(|policy| (policy.method.to_string(), policy.path)).collect();
    let mut theirs: Vec<(String, &str)> = ROUTES.iter().map(|(method, path, _)| (method.to_string(), *path)).collect();
    ours.sort();
    theirs.sort();
    assert_eq!(ours, theirs);
}

#[tokio::test]
async fn a_key_passes_with_the_right_scope_and_with_no_other() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    for held in Scope::EVERY {
        let key = service.key(&org, &[held]).await;
        for (method, template, who) in ROUTES {
            let path = path_of(template, &org);
            let answer = call(&service, method, &path, Some(&key)).await;
            let place = format!("{held} on {method} {path}: {}", answer.text);
            match who {
                Who::Key(wanted, _) if grants(held.as_str(), wanted.as_str()) => {
                    assert!(was_let_through(&answer), "{place}");
                }
                Who::Key(wanted, _) => {
                    refused_with_a_next_step(&answer, 403, "INSUFFICIENT_SCOPE");
                    assert_eq!(answer.body["error"]["requiredScope"], wanted.as_str(), "{place}");
                }
                Who::Session(_) | Who::EverybodyOrSession | Who::NoHeader => {
                    refused_with_a_next_step(&answer, 403, "INSUFFICIENT_SCOPE");
                }
                Who::Link => refused_with_a_next_step(&answer, 401, "UNAUTHENTICATED"),
                Who::AnyKey | Who::AnyCaller(_) | Who::Everybody => {
                    assert!(was_let_through(&answer) || *method == "POST", "{place}")
                }
            }
        }
    }
}

#[tokio::test]
async fn a_key_on_a_session_only_route_is_shown_where_a_person_can_do_the_same() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let key = service.key(&org, &[Scope::All]).await;
    for (method, template, who) in ROUTES {
        if !matches!(who, Who::Session(_) | Who::EverybodyOrSession) {
            continue;
        }
        let answer = call(&service, method, &path_of(template, &org), Some(&key)).await;
        let message = answer.refused(403, "INSUFFICIENT_SCOPE").body["error"]["message"].as_str().unwrap();
        let named = ["In the dashboard, open ", "GET /api/v1/", "Open the link "];
        assert!(named.iter().any(|words| message.contains(words)), "{method} {template}: {message}");
        assert!(message.contains("POST /api/v1/auth/login"), "{method} {template}: {message}");
    }
}

#[tokio::test]
async fn without_a_credential_every_guarded_route_answers_401() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    for (method, template, who) in ROUTES {
        let answer = call(&service, method, &path_of(template, &org), None).await;
        match who {
            Who::Key(..) | Who::AnyKey | Who::AnyCaller(_) | Who::Session(_) | Who::Link => {
                refused_with_a_next_step(&answer, 401, "UNAUTHENTICATED");
            }
            Who::Everybody | Who::EverybodyOrSession | Who::NoHeader => {
                assert_ne!(answer.code(), "UNAUTHENTICATED", "{method} {template}")
            }
        }
    }
}

#[tokio::test]
async fn a_made_up_or_mistyped_key_is_refused_everywhere() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let unknown = askline_domain::keys::ApiKey::generate(&mut rand::rng());
    for bearer in [unknown.expose(), "ak_0000000000000000000000000000000000000000", "ak_", "nonsense", "st_00"] {
        for (method, template, who) in ROUTES {
            let answer = call(&service, method, &path_of(template, &org), Some(bearer)).await;
            match who {
                Who::Key(..) | Who::AnyKey | Who::AnyCaller(_) => {
                    refused_with_a_next_step(&answer, 401, "INVALID_API_KEY");
                }
                Who::Session(_) | Who::EverybodyOrSession if bearer.starts_with("ak_") => {
                    refused_with_a_next_step(&answer, 403, "INSUFFICIENT_SCOPE");
                }
                Who::Session(_) | Who::EverybodyOrSession => {
                    refused_with_a_next_step(&answer, 401, "SESSION_EXPIRED");
                }
                Who::NoHeader => {
                    refused_with_a_next_step(&answer, 403, "INSUFFICIENT_SCOPE");
                    assert_eq!(answer.header("cache-control"), "no-store");
                }
                Who::Link => refused_with_a_next_step(&answer, 401, "UNAUTHENTICATED"),
                Who::Everybody => {}
            }
        }
    }
}

#[tokio::test]
async fn a_session_may_do_what_its_role_may_and_no_more() {
    // Accounts may create organizations here, so that every refusal is because of the role.
    let settings = ApiSettings {
        engines: catalogue(),
        limits: unlimited(),
        organizations_per_account: 9,
        ..ApiSettings::default()
    };
    let service = Service::start_with(settings).await;
    let org = service.organization(Plan::Enterprise).await;
    for role in Role::EVERY {
        let (_, session) = service.member_of(&org, role).await;
        for (method, template, who) in ROUTES {
            // These end the session, the membership or the site that the other routes need.
            if template.ends_with("/auth/logout")
                || template.ends_with("/members/me")
                || (*method == "DELETE" && template.ends_with("{siteId}"))
            {
                continue;
            }
            let path = path_of(template, &org);
            let answer = call(&service, method, &path, Some(&session)).await;
            match who {
                Who::Key(_, needed) | Who::AnyCaller(needed) | Who::Session(Some(needed)) if role < *needed => {
                    refused_with_a_next_step(&answer, 403, "FORBIDDEN");
                }
                Who::AnyKey => {
                    refused_with_a_next_step(&answer, 403, "FORBIDDEN");
                }
                Who::NoHeader => {
                    refused_with_a_next_step(&answer, 403, "INSUFFICIENT_SCOPE");
                }
                Who::Link => refused_with_a_next_step(&answer, 401, "UNAUTHENTICATED"),
                Who::Everybody => {}
                _ => assert!(was_let_through(&answer), "{role} on {method} {path}: {}", answer.text),
            }
        }
    }
}

#[tokio::test]
async fn a_service_account_does_what_its_role_may_and_nothing_that_outlives_it() {
    let settings = ApiSettings { engines: catalogue(), limits: unlimited(), ..ApiSettings::default() };
    let service = Service::start_with(settings).await;
    let org = service.organization(Plan::Enterprise).await;
    assert!(NEVER_FOR_SERVICES.iter().all(|route| ROUTES.iter().any(|(method, path, _)| (*method, *path) == *route)));
    let unknown = askline_domain::service_accounts::ServiceToken::generate(&mut rand::rng()).expose().to_owned();
    let callers = [Some(Role::Viewer), Some(Role::Member), Some(Role::Admin), None];
    for held in callers {
        let token = match held {
            Some(role) => service.service_token(&org, role).await,
            None => unknown.clone(),
        };
        for (method, template, who) in ROUTES {
            // This removes the site that the other routes need.
            if *method == "DELETE" && template.ends_with("{siteId}") {
                continue;
            }
            let path = path_of(template, &org);
            let answer = call(&service, method, &path, Some(&token)).await;
            let place = format!("{held:?} on {method} {path}: {}", answer.text);
            match (who, role_of_service(method, template, *who), held) {
                (Who::Everybody, ..) => {}
                (Who::Link, ..) => refused_with_a_next_step(&answer, 401, "UNAUTHENTICATED"),
                // Refused without a lookup: an invented token gets the same answer.
                (_, None, _) => refused_with_a_next_step(&answer, 403, "INSUFFICIENT_SCOPE"),
                (_, Some(_), None) => refused_with_a_next_step(&answer, 401, "INVALID_API_KEY"),
                (_, Some(needed), Some(role)) if role < needed => refused_with_a_next_step(&answer, 403, "FORBIDDEN"),
                _ => assert!(was_let_through(&answer), "{place}"),
            }
        }
    }
}

#[tokio::test]
async fn a_foreign_object_answers_exactly_like_one_that_does_not_exist() {
    let service = Service::start_unlimited().await;
    let (ours, theirs) = (service.organization(Plan::Enterprise).await, service.organization(Plan::Enterprise).await);
    let key = service.key(&ours, &[Scope::All]).await;
    let absent =
        Org { id: askline_domain::shared::ids::OrgId::from_bits(5), site: SiteId::from_bits(5), ..theirs.clone() };
    let told = |answer: &Answer| -> (u16, Value) { (answer.status.as_u16(), answer.body["error"].clone()) };
    for (method, template, who) in ROUTES {
        if !template.contains("{siteId}") && !template.contains("{orgId}") {
            continue;
        }
        let bearer = match who {
            Who::Key(..) => &key,
            Who::Session(_) => &ours.session,
            _ => continue,
        };
        let request = |org: &Org| {
            let request = service.request(method_of(method), &path_of(template, org)).bearer_auth(bearer);
            let body = serde_json::json!({ "version": 1, "role": "viewer", "email": "a@example.com", "name": "a", "text": "{{url}}" });
            let takes_none = *method == "GET" || (*method == "DELETE" && *template != "/api/v1/orgs/{orgId}");
            if takes_none { request } else { request.json(&body) }
        };
        let foreign = service.answer(request(&theirs)).await;
        let missing = service.answer(request(&absent)).await;
        assert_eq!(told(&foreign), told(&missing), "{method} {template}");
        assert!(matches!(foreign.status.as_u16(), 404 | 422), "{method} {template}: {}", foreign.text);
    }
}

#[tokio::test]
async fn beyond_its_limit_a_key_is_refused_on_every_route_and_admitted_after_the_promised_wait() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let key = service.key(&org, &[Scope::All]).await;
    for used in 1..=120 {
        let answer = service.get("/api/v1/sites", &key).await;
        answer.data(200);
        assert_eq!(answer.header("x-ratelimit-limit"), "120");
        assert_eq!(answer.header("x-ratelimit-remaining"), (120 - used).to_string());
    }
    service.advance(10);
    for (method, template, who) in ROUTES {
        if !matches!(who, Who::Key(..) | Who::AnyKey | Who::AnyCaller(_)) {
            continue;
        }
        let answer = call(&service, method, &path_of(template, &org), Some(&key)).await;
        answer.refused(429, "RATE_LIMITED");
        assert_eq!(answer.header("retry-after"), "50");
        assert_eq!(answer.header("x-ratelimit-remaining"), "0");
        assert_eq!(answer.body["error"]["retryable"], true);
        let reset: i64 = answer.header("x-ratelimit-reset").parse().unwrap();
        assert_eq!(reset, "2026-06-15T12:01:00Z".parse::<jiff::Timestamp>().unwrap().as_second());
    }
    service.advance(50);
    service.get("/api/v1/sites", &key).await.data(200);
}

#[tokio::test]
async fn a_thousand_requests_at_once_admit_exactly_the_limit() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Business).await;
    let key = service.key(&org, &[Scope::OrgRead]).await;
    let path = format!("/api/v1/orgs/{}", org.id);
    let (mut admitted, mut left) = (0, 1_000);
    while left > 0 {
        let calls = (0..left.min(100)).map(|_| service.get(&path, &key));
        let answers = futures_util::future::join_all(calls).await;
        admitted += answers.iter().filter(|answer| answer.status == 200).count();
        // On a busy machine some find no slot in time. They do not count, and are sent again.
        left -= answers.iter().filter(|answer| answer.status != 503).count();
    }
    assert_eq!(admitted, 600);
}

#[tokio::test]
async fn on_the_free_plan_keys_answer_plan_required_until_the_plan_is_raised() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Free).await;
    let key = service.key(&org, &[Scope::All]).await;
    service.get("/api/v1/sites", &key).await.refused(403, "PLAN_REQUIRED");
    let body = serde_json::json!({ "scopes": ["sites:read"] });
    service.send(Method::POST, "/api/v1/keys", Some(&org.session), Some(&body)).await.refused(403, "PLAN_REQUIRED");
    service.set_plan(&org, Plan::Pro).await;
    service.get("/api/v1/sites", &key).await.data(200);
    service.send(Method::POST, "/api/v1/keys", Some(&org.session), Some(&body)).await.data(201);
}

#[tokio::test]
async fn the_plan_is_judged_before_the_scope_and_before_the_role() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let key = service.key(&org, &[Scope::CreditsRead]).await;
    let (_, viewer) = service.member_of(&org, Role::Viewer).await;
    let table = routes::table();
    let planned: Vec<_> = table.policies().filter_map(|policy| Some((policy, policy.plan?))).collect();
    assert!(planned.iter().any(|(policy, plan)| policy.path.ends_with("/regenerate") && *plan == Plan::Enterprise));
    for (policy, plan) in planned {
        let (method, template) = (policy.method.as_str(), policy.path);
        let path = path_of(template, &org);
        let takes_keys = ROUTES.iter().any(|(m, t, who)| (*m, *t) == (method, template) && matches!(who, Who::Key(..)));
        let below = Plan::EVERY.into_iter().rfind(|lower| *lower < plan).expect("a lower plan");
        service.set_plan(&org, below).await;
        // The message names what the plan does not include.
        let next = "Ask the operator of this instance to raise the plan (askline org set-plan).";
        let closed = format!("{}: this needs the {} plan or a higher one. {next}", policy.summary, plan.name());
        let refused = call(&service, method, &path, Some(&viewer)).await;
        assert_eq!(refused.refused(403, "PLAN_REQUIRED").body["error"]["message"], closed);
        if takes_keys {
            let refused = call(&service, method, &path, Some(&key)).await;
            let message = refused.refused(403, "PLAN_REQUIRED").body["error"]["message"].as_str().unwrap();
            assert!(message == closed || (below == Plan::Free && message.starts_with("API keys need")), "{message}");
        }
        service.set_plan(&org, plan).await;
        let is_of_viewers = |who: &Who| matches!(who, Who::Session(Some(Role::Viewer)));
        if !ROUTES.iter().any(|(m, t, who)| (*m, *t) == (method, template) && is_of_viewers(who)) {
            call(&service, method, &path, Some(&viewer)).await.refused(403, "FORBIDDEN");
        }
        if takes_keys {
            call(&service, method, &path, Some(&key)).await.refused(403, "INSUFFICIENT_SCOPE");
        }
    }
}
