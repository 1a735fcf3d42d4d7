//! A chain of rotated keys counts as one key of the plan. Its keys share one sliding minute of requests, and at most
//! two of them are accepted.

use std::collections::BTreeMap;

use askline_domain::organizations::plan::Plan;
use futures_util::future::join_all;
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Org, Service};

async fn create(service: &Service, org: &Org, body: Value) -> Answer {
    service.send(Method::POST, "/api/v1/keys", Some(&org.session), Some(&body)).await
}

async fn created(service: &Service, org: &Org) -> Value {
    create(service, org, json!({ "scopes": ["sites:read"] })).await.data(201).clone()
}

async fn rotate(service: &Service, org: &Org, key: &Value, overlap_seconds: u32) -> Answer {
    let path = format!("/api/v1/keys/{}/rotate", id(key));
    service.send(Method::POST, &path, Some(&org.session), Some(&json!({ "overlapSeconds": overlap_seconds }))).await
}

async fn rotated(service: &Service, org: &Org, key: &Value, overlap_seconds: u32) -> Value {
    rotate(service, org, key, overlap_seconds).await.data(201).clone()
}

fn id(key: &Value) -> &str {
    key["id"].as_str().unwrap()
}

async fn used(service: &Service, key: &Value) -> Answer {
    service.get("/api/v1/sites", key["key"].as_str().unwrap()).await
}

async fn shown(service: &Service, org: &Org, key: &Value) -> Value {
    service.get(&format!("/api/v1/keys/{}", id(key)), &org.session).await.data(200).clone()
}

async fn revocations(service: &Service, org: &Org) -> Vec<(String, Value)> {
    let listed = service.get("/api/v1/audit?action=key.revoked", &org.session).await;
    let items = listed.data(200)["items"].as_array().unwrap();
    items
        .iter()
        .map(|entry| (entry["targets"][0]["id"].as_str().unwrap().to_owned(), entry["metadata"]["reason"].clone()))
        .collect()
}

#[tokio::test]
async fn a_chain_shares_one_minute_however_it_is_rotated() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let old = created(&service, &org).await;
    for _ in 0..70 {
        used(&service, &old).await.data(200);
    }
    let new = rotated(&service, &org, &old, 60).await;
    for _ in 0..49 {
        used(&service, &new).await.data(200);
    }
    let own = service.get("/api/v1/keys/self", old["key"].as_str().unwrap()).await;
    assert_eq!(own.data(200)["rate"]["remaining"], 0);
    for key in [&old, &new] {
        used(&service, key).await.refused(429, "RATE_LIMITED");
    }
    let newest = rotated(&service, &org, &new, 0).await;
    used(&service, &newest).await.refused(429, "RATE_LIMITED");
    service.advance(60);
    used(&service, &newest).await.data(200);
}

#[tokio::test]
async fn a_chain_has_one_place_in_the_plan_and_a_rotation_needs_none() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let mut keys = Vec::new();
    for _ in 0..10 {
        keys.push(created(&service, &org).await);
    }
    let scopes = json!({ "scopes": ["sites:read"] });
    let mut newest = Vec::new();
    for key in &keys {
        newest.push(rotated(&service, &org, key, 3_600).await);
        create(&service, &org, scopes.clone()).await.refused(409, "LIMIT_REACHED");
    }
    // Either active key of a chain is enough to count as one key.
    for ended in [&keys[0], &newest[1]] {
        service.send(Method::DELETE, &format!("/api/v1/keys/{}", id(ended)), Some(&org.session), None).await.data(200);
        create(&service, &org, scopes.clone()).await.refused(409, "LIMIT_REACHED");
    }
    service.send(Method::DELETE, &format!("/api/v1/keys/{}", id(&newest[0])), Some(&org.session), None).await.data(200);
    create(&service, &org, scopes.clone()).await.data(201);
    // A lower plan ends no key: existing keys can be rotated, but no new one can be created.
    service.set_plan(&org, Plan::Business).await;
    create(&service, &org, scopes.clone()).await.data(201);
    service.set_plan(&org, Plan::Pro).await;
    create(&service, &org, scopes).await.refused(409, "LIMIT_REACHED");
    rotated(&service, &org, &newest[2], 0).await;
}

#[tokio::test]
async fn rotating_the_newer_key_ends_the_older_at_once_and_says_so() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let first = created(&service, &org).await;
    let second = rotated(&service, &org, &first, 3_600).await;
    rotate(&service, &org, &first, 60).await.refused(409, "CONFLICT");
    let third = rotated(&service, &org, &second, 3_600).await;
    used(&service, &first).await.refused(401, "API_KEY_REVOKED");
    for key in [&second, &third] {
        used(&service, key).await.data(200);
    }
    assert_eq!(shown(&service, &org, &first).await["status"], "revoked");
    assert_eq!(revocations(&service, &org).await, [(id(&first).to_owned(), json!("rotated again"))]);
    // Keys that have ended cannot be rotated.
    service.send(Method::DELETE, &format!("/api/v1/keys/{}", id(&third)), Some(&org.session), None).await.data(200);
    rotate(&service, &org, &third, 60).await.refused(409, "CONFLICT");
    let ending = create(&service, &org, json!({ "scopes": ["*"], "expiresAt": "2026-06-15T12:00:30Z" })).await;
    service.advance(30);
    rotate(&service, &org, ending.data(201), 60).await.refused(409, "CONFLICT");
}

#[tokio::test]
async fn of_two_rotations_at_once_one_is_done() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let key = created(&service, &org).await;
    let answers = join_all((0..8).map(|_| rotate(&service, &org, &key, 60))).await;
    let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status.as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409, 409, 409, 409, 409, 409, 409]);
}

#[tokio::test]
async fn a_new_key_lives_as_long_as_the_old_one_was_made_for() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let body = json!({ "scopes": ["sites:read"], "expiresAt": "2026-06-25T12:00:00Z" });
    let old = create(&service, &org, body).await.data(201).clone();
    service.advance(9 * 86_400);
    let (_, session) = service.member_of(&org, askline_domain::identity::role::Role::Admin).await;
    let org = Org { session, ..org };
    let new = rotated(&service, &org, &old, 30 * 86_400).await;
    assert_eq!(new["expiresAt"], "2026-07-04T12:00:00.000Z");
    // The overlap does not extend the old key, and a key that does not expire stays so.
    assert_eq!(shown(&service, &org, &old).await["expiresAt"], "2026-06-25T12:00:00.000Z");
    service.advance(86_400);
    // A key is replaced with a fresh proof only.
    let session = service.session_of(service.owner_of(&org).await).await;
    let org = Org { session, ..org.clone() };
    let third = rotated(&service, &org, &new, 0).await;
    assert_eq!(third["expiresAt"], "2026-07-05T12:00:00.000Z");
    let endless = rotated(&service, &org, &created(&service, &org).await, 60).await;
    assert_eq!(endless["expiresAt"], Value::Null);
}

#[tokio::test]
async fn reporting_an_accepted_key_revokes_its_whole_chain_and_a_dead_key_revokes_nothing() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let other = created(&service, &org).await;
    let report = async |key: &Value| {
        let answer = service.send(Method::POST, "/api/v1/keys/leaked", None, Some(&json!({ "key": key["key"] }))).await;
        assert_eq!(answer.data(200), &json!({ "status": "received" }));
    };
    for reported in [0, 1] {
        let old = created(&service, &org).await;
        let pair = [old.clone(), rotated(&service, &org, &old, 3_600).await];
        report(&pair[reported]).await;
        let told = revocations(&service, &org).await;
        for key in &pair {
            used(&service, key).await.refused(401, "API_KEY_REVOKED");
            assert!(told.contains(&(id(key).to_owned(), json!("leaked"))), "{told:?}");
        }
    }
    // After a rotation without an overlap, the leaked key is dead and cannot revoke its replacement.
    let old = created(&service, &org).await;
    let new = rotated(&service, &org, &old, 0).await;
    report(&old).await;
    for key in [&new, &other] {
        used(&service, key).await.data(200);
    }
    assert_eq!(revocations(&service, &org).await.len(), 4);
}

#[tokio::test]
async fn a_client_that_uses_its_new_key_between_two_attempts_is_replayed() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let old = create(&service, &org, json!({ "scopes": ["prompts:write"] })).await.data(201).clone();
    let send = async |key: &Value| {
        let path = format!("/api/v1/prompts/{}", org.site);
        let request = service.request(Method::POST, &path).bearer_auth(key["key"].as_str().unwrap());
        let body = json!({ "name": "a", "kind": "custom", "text": "Look at {{url}}" });
        service.answer(request.header("idempotency-key", "k").json(&body)).await
    };
    let first = send(&old).await;
    let again = send(&rotated(&service, &org, &old, 60).await).await;
    assert_eq!((again.header("idempotency-replayed"), again.data(201)), ("true", first.data(201)));
}

/// The contract's rules for chains, as a model to compare the server with.
#[derive(Default)]
struct Model {
    /// Every key, with its chain, its plaintext and its end.
    keys: Vec<ModelKey>,
    /// When each chain's requests were admitted.
    admitted: BTreeMap<usize, Vec<u64>>,
    now: u64,
}

struct ModelKey {
    chain: usize,
    record: Value,
    ends: Option<u64>,
    replaced: bool,
}

impl Model {
    fn is_active(&self, key: &ModelKey) -> bool {
        key.ends.is_none_or(|end| end > self.now)
    }

    fn chains(&self) -> BTreeMap<usize, usize> {
        let mut chains = BTreeMap::new();
        for key in self.keys.iter().filter(|key| self.is_active(key)) {
            *chains.entry(key.chain).or_default() += 1;
        }
        chains
    }
}

const LIMIT: usize = 120;
const PLACES: usize = 10;

/// Does one random action, on the server and on the model.
async fn act(service: &Service, org: &Org, model: &mut Model, random: &mut StdRng) {
    let now = model.now;
    let chosen = if model.keys.is_empty() { 0 } else { random.random_range(0..model.keys.len()) };
    match random.random_range(0..10) {
        0 | 1 => {
            let answer = create(service, org, json!({ "scopes": ["sites:read"] })).await;
            if model.chains().len() < PLACES {
                let chain = model.keys.len();
                model.keys.push(ModelKey { chain, record: answer.data(201).clone(), ends: None, replaced: false });
            } else {
                answer.refused(409, "LIMIT_REACHED");
            }
        }
        2..=4 if !model.keys.is_empty() => {
            let overlap = [0, 1, 45, 90][random.random_range(0..4)];
            let answer = rotate(service, org, &model.keys[chosen].record, overlap as u32).await;
            if model.is_active(&model.keys[chosen]) && !model.keys[chosen].replaced {
                let chain = model.keys[chosen].chain;
                for key in model.keys.iter_mut().filter(|key| key.chain == chain && key.replaced) {
                    key.ends = Some(key.ends.map_or(now, |end| end.min(now)));
                }
                let old = &mut model.keys[chosen];
                (old.replaced, old.ends) = (true, Some(now + overlap));
                model.keys.push(ModelKey { chain, record: answer.data(201).clone(), ends: None, replaced: false });
            } else {
                answer.refused(409, "CONFLICT");
            }
        }
        5 if !model.keys.is_empty() => {
            let key = &mut model.keys[chosen];
            let path = format!("/api/v1/keys/{}", id(&key.record));
            service.send(Method::DELETE, &path, Some(&org.session), None).await.data(200);
            key.ends = Some(key.ends.map_or(now, |end| end.min(now)));
        }
        6 => {
            let seconds = random.random_range(1..40);
            service.advance(seconds);
            model.now += seconds;
        }
        _ if !model.keys.is_empty() => {
            // With every key of a chain, so that it would be noticed if each key had its own limit.
            let chain = model.keys[chosen].chain;
            for key in model.keys.iter().filter(|key| key.chain == chain) {
                for _ in 0..random.random_range(1..50) {
                    let answer = used(service, &key.record).await;
                    let recent = model.admitted.entry(chain).or_default();
                    let in_minute = recent.iter().filter(|at| now - **at < 60).count();
                    match key.ends.is_none_or(|end| end > now) {
                        true if in_minute < LIMIT => {
                            answer.data(200);
                            recent.push(now);
                        }
                        true => _ = answer.refused(429, "RATE_LIMITED"),
                        false => {
                            assert_eq!(answer.status.as_u16(), 401, "{}", answer.text);
                            break;
                        }
                    }
                }
            }
        }
        _ => {}
    }
    let chains = model.chains();
    assert!(chains.values().all(|active| *active <= 2), "{chains:?}");
    let listed = service.get("/api/v1/keys?status=active&limit=200", &org.session).await;
    assert_eq!(listed.data(200)["items"].as_array().unwrap().len(), chains.values().sum::<usize>());
}

#[tokio::test]
async fn whatever_is_made_rotated_and_revoked_no_chain_passes_its_limits() {
    for seed in 0..4 {
        let service = Service::start_unlimited().await;
        let org = service.organization(Plan::Pro).await;
        let (mut model, mut random) = (Model::default(), StdRng::seed_from_u64(seed));
        for _ in 0..40 {
            act(&service, &org, &mut model, &mut random).await;
        }
        assert!(!model.admitted.is_empty(), "seed {seed}");
    }
}
