//! What every `SharedLinkStore` guarantees, and what changes of links store or refuse.

use askline_app::{
    error::{Limit, UseCaseError},
    ports::{
        changes::{Changes as _, Subject},
        sites::shared_links::{NewLinkSession, SharedLinkStore as _},
    },
    shared_links,
};
use askline_domain::{
    audit::context::AuditContext,
    identity::secret::SecretDigest,
    shared::ids::{OrgId, SiteId},
    shared_links::{
        MAX_LINK_SESSIONS, MAX_SHARED_LINKS, SharedLink,
        input::{NewSharedLink, SharedLinkEdit},
    },
};
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::{
    backend::{Backend, Metadata, on_every_backend},
    samples::{actions, audit, later, remove_all, stored_organization},
    sites::changes::SiteChanges as _,
    sites::stored::stored_site_of,
};

on_every_backend! {
    a_link_reads_back_as_it_was_stored_and_ends_with_its_sessions_at_once_for_every_cache,
    a_session_begins_only_while_the_link_has_the_password_that_was_checked,
    a_new_session_ends_the_oldest_of_too_many,
    of_creations_at_once_no_more_than_the_limit_are_stored_and_none_outlives_its_site,
}

fn context(seconds: u64) -> AuditContext {
    AuditContext::system("contract", later(seconds))
}

async fn create(
    store: &impl Metadata,
    of: (OrgId, SiteId),
    name: &str,
    hash: Option<&str>,
) -> Result<SharedLink, UseCaseError> {
    let body = json!({
        "name": name, "panels": ["figures", "pages"], "range": { "days": 30 }, "compare": true,
        "filter": { "pages": ["/ü/**"] },
    });
    let checked = serde_json::from_value::<NewSharedLink>(body).unwrap().check(later(0)).unwrap();
    let made = shared_links::create(store, of, (checked, hash.map(str::to_owned)), None, &context(0)).await;
    made.map(|made| made.link)
}

fn edit(body: Value) -> SharedLinkEdit {
    serde_json::from_value(body).unwrap()
}

async fn begin(store: &impl Metadata, link: &SharedLink, name: &str, seconds: u64) -> bool {
    let session =
        NewLinkSession { link, digest: SecretDigest::of(name), at: later(seconds), expires_at: later(seconds + 3_600) };
    store.begin_link_session(&session).await.unwrap()
}

async fn a_link_reads_back_as_it_was_stored_and_ends_with_its_sessions_at_once_for_every_cache<B: Backend>(
    backend: &B,
) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (first, second) = (stored_site_of(store, org).await.id, stored_site_of(store, org).await.id);
    let link = create(store, (org, first), "Month", None).await.unwrap();
    assert_eq!(store.shared_link(link.id).await.unwrap(), Some(link.clone()));
    assert_eq!(store.shared_link_by_token(link.digest).await.unwrap(), Some(link.clone()));
    assert_eq!(store.shared_links(second).await.unwrap(), []);

    assert!(begin(store, &link, "a session", 10).await && begin(store, &link, "another session", 5).await);
    let used = SharedLink { uses: 2, last_used_at: Some(later(10)), ..link.clone() };
    let grant = store.shared_link_by_session(SecretDigest::of("a session")).await.unwrap().unwrap();
    assert_eq!((grant.link, grant.session_expires_at), (used.clone(), later(3_610)));
    assert_eq!(store.shared_link_by_session(SecretDigest::of("no session")).await.unwrap(), None);

    let of = (org, first, link.id);
    let generation = store.generation();
    let renamed = shared_links::change(store, of, (edit(json!({ "name": "Year" })), None), &context(20)).await.unwrap();
    assert!(store.may_have_changed(&[Subject::Site(first)], generation));
    assert_eq!(store.shared_links(first).await.unwrap(), std::slice::from_ref(&renamed));
    assert_eq!(renamed.uses, 2, "its use is not forgotten");
    shared_links::change(store, of, (edit(json!({ "name": "Year" })), None), &context(21)).await.unwrap();
    let elsewhere = shared_links::delete(store, (org, second, link.id), &context(22)).await;
    assert!(matches!(elsewhere, Err(UseCaseError::NotFound("shared link"))), "{elsewhere:?}");

    let generation = store.generation();
    shared_links::delete(store, of, &context(23)).await.unwrap();
    assert!(store.may_have_changed(&[Subject::Site(first)], generation));
    assert_eq!(store.shared_link_by_session(SecretDigest::of("a session")).await.unwrap(), None);
    assert_eq!(store.shared_link_by_token(link.digest).await.unwrap(), None);
    assert_eq!(backend.number("SELECT COUNT(*) FROM shared_link_sessions").await, 0);
    assert!(!begin(store, &link, "late", 30).await, "a deleted link begins no session");
    let mut about_links: Vec<String> =
        actions(store, org).await.into_iter().filter(|action| action.starts_with("shared_link.")).collect();
    about_links.sort();
    assert_eq!(about_links, ["shared_link.created", "shared_link.deleted", "shared_link.updated"]);
}

async fn a_session_begins_only_while_the_link_has_the_password_that_was_checked<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let site = stored_site_of(store, org).await.id;
    let link = create(store, (org, site), "Month", Some("a hash")).await.unwrap();
    assert!(begin(store, &link, "first", 1).await);
    let of = (org, site, link.id);
    let change = (edit(json!({ "password": "another password" })), Some(Some("another hash".to_owned())));
    let changed = shared_links::change(store, of, change, &context(2)).await.unwrap();
    assert_eq!(store.shared_link_by_session(SecretDigest::of("first")).await.unwrap(), None, "its sessions end");
    assert!(!begin(store, &link, "second", 3).await);
    assert!(begin(store, &changed, "third", 4).await);
    let entry = serde_json::to_string(&changed.settings).unwrap();
    assert!(!entry.contains("hash"), "settings, which entries repeat, have no hash");
}

async fn a_new_session_ends_the_oldest_of_too_many<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let site = stored_site_of(store, org).await.id;
    let link = create(store, (org, site), "Month", None).await.unwrap();
    assert!(begin(store, &link, "expired", 0).await);
    for number in 0..=MAX_LINK_SESSIONS {
        assert!(begin(store, &link, &format!("session {number}"), 4_000 + u64::from(number)).await);
    }
    assert_eq!(backend.number("SELECT COUNT(*) FROM shared_link_sessions").await, i64::from(MAX_LINK_SESSIONS));
    for (name, is_there) in [("expired", false), ("session 0", false), ("session 1", true), ("session 200", true)] {
        let found = store.shared_link_by_session(SecretDigest::of(name)).await.unwrap();
        assert_eq!(found.is_some(), is_there, "{name}");
    }
}

async fn of_creations_at_once_no_more_than_the_limit_are_stored_and_none_outlives_its_site<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let site = stored_site_of(store, org).await.id;
    let creating = (0..MAX_SHARED_LINKS + 3).map(|_| create(store, (org, site), "Month", None));
    let outcomes = join_all(creating).await;
    let refused = outcomes.iter().filter(|made| matches!(made, Err(UseCaseError::LimitReached(Limit::SharedLinks))));
    assert_eq!(refused.count(), 3);
    let stored = store.shared_links(site).await.unwrap();
    assert_eq!(stored.len(), MAX_SHARED_LINKS as usize);
    assert!(begin(store, &stored[0], "a session", 1).await);
    store.delete_site(org, site, audit(org, "site.deleted")).await.unwrap();
    assert_eq!(store.shared_link_by_token(stored[0].digest).await.unwrap(), None, "before its rows are removed");
    assert_eq!(store.shared_link_by_session(SecretDigest::of("a session")).await.unwrap(), None);
    let late = create(store, (org, site), "late", None).await;
    assert!(matches!(late, Err(UseCaseError::NotFound("site"))));
    remove_all(store).await;
    assert_eq!(backend.number("SELECT COUNT(*) FROM shared_links").await, 0);
}
