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
use askline_domain::{keys::scope::Scope, shared::ids::SiteId};
use futures_util::{FutureExt as _, future::BoxFuture};
use reqwest::Method;

use super::{
    recorder::{Asked, Recorder},
    tour,
};
use crate::harness::Org;

/// Operations other than `GET` that change nothing.
const ONLY_LOOK: [&str; 4] = ["preview_config", "preview_pages", "preview_prompt", "test_rules"];
/// Each of these four statements restores the previous state when it is run twice.
const ANOTHER_ROLE: &str = "UPDATE memberships SET role = CASE role WHEN 'owner' THEN 'admin' WHEN 'admin' THEN 'owner' \
    WHEN 'member' THEN 'viewer' ELSE 'member' END WHERE user_id = ";
/// For any member: the store compares the list of sites, whatever the role is.
const ANOTHER_LIST: &str =
    "UPDATE memberships SET site_ids = CASE WHEN site_ids IS NULL THEN '[]' ELSE NULL END WHERE user_id = ";
const ANOTHER_PLAN: &str =
    "UPDATE organizations SET plan = CASE plan WHEN 'enterprise' THEN 'business' ELSE 'enterprise' END";
const ENDED_KEYS: &str =
    "UPDATE api_keys SET revoked_ms = CASE WHEN revoked_ms IS NULL THEN created_ms ELSE NULL END WHERE name = 'test'";

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
        let me = recorder.service.get("/api/v1/me", session).await;
        let id = me.data(200)["user"]["id"].as_str().unwrap().to_owned();
        let another_role = format!("{ANOTHER_ROLE}'{id}'");
        check(recorder, asked, session, policy, &[&another_role, ANOTHER_PLAN]).await;
        if matches!(policy.tenant_source, TenantSource::SiteInPath(_)) {
            check(recorder, asked, session, policy, &[&format!("{ANOTHER_LIST}'{id}'")]).await;
        }
        if matches!(policy.access, Access::Key(_)) {
            let key = key_for(recorder, asked).await;
            check(recorder, &asked.clone().by(&key), &key, policy, &[ENDED_KEYS, ANOTHER_PLAN]).await;
            recorder.service.stores.tamper("DELETE FROM api_keys WHERE name = 'test'").await;
        }
        true
    }
    .boxed()
}

/// Sends a request once after each alteration. The request must be refused.
async fn check(recorder: &Recorder, asked: &Asked<'_>, bearer: &str, policy: &Policy, alterations: &[&str]) {
    let service = &recorder.service;
    let entries = async || service.metadata.verify_chains().await.unwrap();
    for alter in alterations {
        // This caches the caller's current rights.
        let own = if bearer.starts_with("ak_") { "/api/v1/keys/self" } else { "/api/v1/me" };
        service.get(own, bearer).await.data(200);
        let before = entries().await;
        service.stores.tamper(alter).await;
        let answer = recorder.sent(asked).await;
        service.stores.tamper(alter).await;
        let place = format!("{} {} after {alter}: {}", policy.method, policy.path, answer.text);
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
