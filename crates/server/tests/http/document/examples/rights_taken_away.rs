//! Rights are checked again in the transaction of each change, on every route. The tour runs again; before each change,
//! the data that gives the right is altered directly in the store, while the server still decides by its cached copy.

use std::collections::BTreeSet;

use askline_api::{
    pipeline::{
        route_table::policy::{Access, Policy},
        tenant::TenantSource,
    },
    routes,
};
use askline_app::{ports::identity::sessions::SessionGrant, service_accounts};
use askline_domain::{
    audit::context::AuditContext,
    identity::{role::Role, secret::SecretDigest},
    keys::scope::Scope,
    shared::ids::SiteId,
};
use futures_util::{FutureExt as _, future::BoxFuture};
use reqwest::Method;
use serde_json::json;

use super::{
    recorder::{Asked, Recorder},
    tour,
};
use crate::harness::Org;

/// Operations other than `GET` that change nothing.
const ONLY_LOOK: [&str; 5] = ["preview_config", "preview_pages", "preview_prompt", "preview_shared_link", "test_rules"];
/// A statement that takes a right away, and one that gives it back.
type Alteration = [String; 2];

/// The plan of every organization. What else restricts a kind of caller belongs to the functions below.
fn of_plan() -> Alteration {
    let swapped = "UPDATE organizations SET plan = CASE plan WHEN 'enterprise' THEN 'business' ELSE 'enterprise' END";
    [swapped.into(), swapped.into()]
}

/// What can be narrowed of a member. For any member, the store compares the list of sites, whatever the role is.
fn of_member(grant: &SessionGrant, policy: &Policy) -> Vec<Alteration> {
    let id = grant.user.id;
    let gave_factor = grant.session.assurance.has_second_factor(grant.user.factors);
    let role = |cases: &str| format!("UPDATE memberships SET role = CASE role {cases} END WHERE user_id = '{id}'");
    let sites = |list: &str| format!("UPDATE memberships SET site_ids = {list} WHERE user_id = '{id}'");
    let demands = |demands: u8| format!("UPDATE organizations SET require_second_factor = {demands}");
    let mut alterations = vec![of_plan()];
    // Nothing is below a viewer.
    if grant.memberships.iter().all(|membership| membership.role > Role::Viewer) {
        alterations.push([
            role("WHEN 'owner' THEN 'admin' WHEN 'admin' THEN 'member' WHEN 'member' THEN 'viewer'"),
            role("WHEN 'admin' THEN 'owner' WHEN 'member' THEN 'admin' WHEN 'viewer' THEN 'member'"),
        ]);
    }
    if is_of_site(policy) {
        alterations.push([sites("'[]'"), sites("NULL")]);
    }
    if !gave_factor {
        alterations.push([demands(1), demands(0)]);
    }
    alterations
}

/// What can be narrowed of the key `test`.
fn of_key() -> Vec<Alteration> {
    let set = |column: &str, value: &str| format!("UPDATE api_keys SET {column} = {value} WHERE name = 'test'");
    let elsewhere = "'[\"198.51.100.0/24\"]'";
    let columns = [("revoked_ms", "created_ms", "NULL"), ("scopes", "'[]'", "'[\"*\"]'"), ("site_ids", "'[]'", "NULL")];
    let columns = columns.into_iter().chain([("allowed_ips", elsewhere, "NULL")]);
    columns.map(|(column, narrowed, was)| [set(column, narrowed), set(column, was)]).chain([of_plan()]).collect()
}

/// What can be narrowed of the only service account, and of its token.
fn of_service_account(policy: &Policy) -> Vec<Alteration> {
    let set = |place: &str, column: &str, value: &str| {
        let id = "(SELECT id FROM service_accounts WHERE name = 'test')";
        let (table, its_id) = place.split_once('.').expect("a table and its column");
        format!("UPDATE {table} SET {column} = {value} WHERE {its_id} = {id}")
    };
    let both = |place, column, narrowed, was| [set(place, column, narrowed), set(place, column, was)];
    let mut alterations = vec![
        both("service_accounts.id", "role", "'viewer'", "'admin'"),
        both("service_tokens.account_id", "allowed_ips", "'[\"198.51.100.0/24\"]'", "NULL"),
        both("service_tokens.account_id", "expires_ms", "-expires_ms", "-expires_ms"),
        of_plan(),
    ];
    if is_of_site(policy) {
        alterations.push(both("service_accounts.id", "site_ids", "'[]'", "NULL"));
    }
    alterations
}

fn is_of_site(policy: &Policy) -> bool {
    matches!(policy.tenant_source, TenantSource::SiteInPath(_))
}

/// Whether a route changes something in an organization. What an account changes about itself needs no role and no
/// plan.
fn is_change(policy: &Policy) -> bool {
    let changes = policy.method != Method::GET && !ONLY_LOOK.contains(&policy.operation);
    changes && !matches!(policy.tenant_source, TenantSource::Nobody)
}

fn rehearse<'r>(recorder: &'r Recorder, asked: &'r Asked<'_>, policy: &'static Policy) -> BoxFuture<'r, bool> {
    async move {
        let only_asks = asked.says("dryRun") || asked.says("estimate");
        let Some(session) = asked.bearer().filter(|_| is_change(policy) && !only_asks) else { return false };
        let store = &recorder.service.metadata;
        let grant = store.session_by_digest(SecretDigest::of(session)).await.unwrap().expect("the tour's session");
        let narrowings = of_member(&grant, policy);
        check(recorder, asked, session, policy, &narrowings).await;
        if matches!(policy.access, Access::Key(_)) {
            let key = key_for(recorder, asked).await;
            check(recorder, &asked.clone().by(&key), &key, policy, &of_key()).await;
            recorder.service.stores.tamper("DELETE FROM api_keys WHERE name = 'test'").await;
        }
        if policy.for_services {
            let token = service_token_for(recorder, asked, &grant).await;
            check(recorder, &asked.clone().by(&token), &token, policy, &of_service_account(policy)).await;
            recorder.service.stores.tamper("DELETE FROM service_accounts WHERE name = 'test'").await;
        }
        true
    }
    .boxed()
}

/// Sends a request once after each alteration. The request must be refused.
async fn check(recorder: &Recorder, asked: &Asked<'_>, bearer: &str, policy: &Policy, narrowings: &[Alteration]) {
    let service = &recorder.service;
    let entries = async || service.metadata.verify_chains().await.unwrap();
    for [alter, restore] in narrowings {
        // This caches the caller's current rights.
        let own = match bearer.split('_').next() {
            Some("ak") => "/api/v1/keys/self",
            Some("sv") => "/api/v1/webhooks",
            _ => "/api/v1/me",
        };
        service.get(own, bearer).await.data(200);
        let before = entries().await;
        service.stores.tamper(alter).await;
        let answer = recorder.sent(asked).await;
        service.stores.tamper(restore).await;
        let place = format!("{} {} after {alter}: {}", policy.method, policy.path, answer.text);
        // Without a message to send again, nothing is changed.
        if answer.text.contains("\"replayed\":0") {
            assert_eq!(entries().await, before, "{place}");
            continue;
        }
        assert_eq!(answer.status, 409, "{place}");
        assert!(answer.text.contains("changed at the same time"), "{place}");
        assert_eq!(entries().await, before, "{place}");
    }
}

/// A key with all scopes, of the organization that has the site in the request.
async fn key_for(recorder: &Recorder, asked: &Asked<'_>) -> String {
    let site: SiteId = asked.path_id("siteId").expect("what keys change is a site's").parse().unwrap();
    let (site, _) = recorder.service.metadata.site(site).await.unwrap().expect("the tour's site");
    let org = Org { id: site.org_id, owner_email: String::new(), session: String::new(), site: site.id };
    recorder.service.key(&org, &[Scope::All]).await
}

/// The token of a service account with the role of an admin, in the organization that the request is about.
async fn service_token_for(recorder: &Recorder, asked: &Asked<'_>, grant: &SessionGrant) -> String {
    let (store, at) = (&*recorder.service.metadata, recorder.service.app.now());
    let org = match asked.path_id("siteId") {
        Some(site) => store.site(site.parse().unwrap()).await.unwrap().expect("the tour's site").0.org_id,
        None => match asked.path_id("orgId") {
            Some(org) => org.parse().unwrap(),
            None => grant.memberships[0].org_id,
        },
    };
    let context = AuditContext::system("test", at);
    let new = serde_json::from_value(json!({ "name": "test", "role": "admin" })).unwrap();
    let account = service_accounts::create((store, store), org, new, None, &context).await.unwrap();
    let new = serde_json::from_value(json!({})).unwrap();
    service_accounts::give_token(store, (org, account.id), new, None, &context).await.unwrap().token.expose().to_owned()
}

#[tokio::test]
async fn a_change_whose_right_was_taken_away_in_between_is_refused_on_every_route() {
    // On PostgreSQL, servers with a test's clock ask the database before they decide, so there is no outdated copy.
    // What the store compares is tested on both databases (`preconditions` of its contract).
    if std::env::var_os("ASKLINE_TEST_STORES").is_some() {
        return;
    }
    let rehearsed = tour::rehearsed(rehearse).await;
    let table = routes::table();
    let changing: BTreeSet<&str> =
        table.policies().filter(|policy| is_change(policy)).map(|policy| policy.operation).collect();
    assert_eq!(rehearsed, changing, "every changing route of the table was tried");
    assert!(changing.len() > 30, "{changing:?}");
    for operation in ONLY_LOOK {
        assert!(table.policies().any(|policy| policy.operation == operation), "{operation} is no operation");
    }
}
