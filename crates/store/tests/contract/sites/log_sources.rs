//! What every `LogSourceStore` guarantees, and what changes of sources store or refuse.

use askline_app::{
    error::{Limit, UseCaseError},
    logs,
    ports::{
        changes::Changes as _,
        logs::crawler_lists::{CrawlerListStore as _, StoredList},
        logs::log_sources::LogSourceStore as _,
        logs::robots_files::{RobotsFileStore as _, StoredRobots},
    },
};
use askline_domain::{
    audit::context::AuditContext,
    logs::source::{
        LogSource, MAX_LOG_SOURCES,
        input::{LogSourceEdit, NewLogSource},
    },
    shared::ids::{OrgId, SiteId},
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
    a_source_reads_back_as_it_was_stored_and_its_latest_token_alone_names_it,
    of_creations_at_once_no_more_than_the_limit_are_stored_and_none_outlives_its_site,
    the_secret_of_a_drain_is_sealed_and_stays_until_it_is_replaced_or_removed,
    a_list_of_addresses_is_replaced_by_the_next_one,
    the_copy_of_robots_txt_is_due_once_a_day_and_stays_when_it_cannot_be_read,
}

fn context(seconds: u64) -> AuditContext {
    AuditContext::system("contract", later(seconds))
}

fn new_source(body: Value) -> NewLogSource {
    serde_json::from_value(body).unwrap()
}

async fn created(store: &impl Metadata, of: (OrgId, SiteId), body: Value) -> LogSource {
    logs::create(store, of, new_source(body), &context(0)).await.unwrap().source
}

async fn a_source_reads_back_as_it_was_stored_and_its_latest_token_alone_names_it<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (first, second) = (stored_site_of(store, org).await.id, stored_site_of(store, org).await.id);
    let line = r#"%h %l %u %t "%r" %>s %b "%{User-Agent}i""#;
    let body = json!({ "name": "web 1", "format": "apache", "logFormat": line, "hosts": ["shop.example"] });
    let source = created(store, (org, first), body).await;
    assert_eq!(store.log_source(first, source.id).await.unwrap(), Some(source.clone()));
    assert_eq!(store.log_source(second, source.id).await.unwrap(), None);
    assert_eq!(store.log_source_by_token(source.digest).await.unwrap(), Some(source.clone()));

    let made = logs::rotate(store, (org, first, source.id), &context(1)).await.unwrap();
    assert_eq!(store.log_source_by_token(source.digest).await.unwrap(), None);
    assert_eq!(store.log_source_by_token(made.token.digest()).await.unwrap(), Some(made.source.clone()));
    let edit: LogSourceEdit = serde_json::from_value(json!({ "name": "web 2", "format": null, "hosts": [] })).unwrap();
    let edited = logs::update(store, (org, first, source.id), edit.clone(), &context(2)).await.unwrap();
    assert_eq!(store.log_sources(first).await.unwrap(), std::slice::from_ref(&edited));
    logs::update(store, (org, first, source.id), edit.clone(), &context(3)).await.unwrap();
    let elsewhere = logs::update(store, (org, second, source.id), edit, &context(3)).await;
    assert!(matches!(elsewhere, Err(UseCaseError::NotFound("log source"))), "{elsewhere:?}");
    logs::delete(store, (org, first, source.id), &context(4)).await.unwrap();
    assert_eq!(store.log_source_by_token(edited.digest).await.unwrap(), None);
    let again = logs::delete(store, (org, first, source.id), &context(5)).await;
    assert!(matches!(again, Err(UseCaseError::NotFound("log source"))));
    let about_sources: Vec<String> =
        actions(store, org).await.into_iter().filter(|action| action.starts_with("log_source.")).collect();
    let mut expected = ["created", "rotated", "updated", "deleted"].map(|action| format!("log_source.{action}"));
    if about_sources.first().is_some_and(|action| action.ends_with("deleted")) {
        expected.reverse();
    }
    assert_eq!(about_sources, expected, "a change that changes nothing has no entry");
}

async fn of_creations_at_once_no_more_than_the_limit_are_stored_and_none_outlives_its_site<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let site = stored_site_of(store, org).await.id;
    let creating = (0..MAX_LOG_SOURCES + 3).map(|number| {
        let new = new_source(json!({ "name": format!("web {number}") }));
        async move { logs::create(store, (org, site), new, &context(0)).await }
    });
    let outcomes = join_all(creating).await;
    let refused = outcomes.iter().filter(|made| matches!(made, Err(UseCaseError::LimitReached(Limit::LogSources))));
    assert_eq!(refused.count(), 3);
    let stored = store.log_sources(site).await.unwrap();
    assert_eq!(stored.len(), MAX_LOG_SOURCES as usize);
    store.delete_site(org, site, audit(org, "site.deleted")).await.unwrap();
    assert_eq!(store.log_source_by_token(stored[0].digest).await.unwrap(), None, "before its rows are removed");
    let late = logs::create(store, (org, site), new_source(json!({ "name": "late" })), &context(1)).await;
    assert!(matches!(late, Err(UseCaseError::NotFound("site"))));
    remove_all(store).await;
    assert_eq!(backend.number("SELECT COUNT(*) FROM log_sources").await, 0);
}

async fn the_secret_of_a_drain_is_sealed_and_stays_until_it_is_replaced_or_removed<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let site = stored_site_of(store, org).await.id;
    let body =
        json!({ "name": "vercel", "format": "vercel", "verificationCode": "a1b2", "drainSecret": "drain-secret-1" });
    let drain = created(store, (org, site), body).await;
    let plain = created(store, (org, site), json!({ "name": "web" })).await;
    assert_eq!(store.log_source(site, drain.id).await.unwrap(), Some(drain.clone()));
    assert_eq!((drain.has_drain_secret, plain.has_drain_secret), (true, false));
    let secret = async || store.drain_secret(drain.id).await.unwrap().map(|secret| secret.expose().to_owned());
    let in_clear = "SELECT COUNT(*) FROM log_sources WHERE sealed_drain_secret LIKE '%drain-secret%'";
    assert_eq!((secret().await.as_deref(), backend.number(in_clear).await), (Some("drain-secret-1"), 0));
    assert!(store.drain_secret(plain.id).await.unwrap().is_none());

    let edit = async |body: Value| {
        let edit = serde_json::from_value::<LogSourceEdit>(body).unwrap();
        logs::update(store, (org, site, drain.id), edit, &context(1)).await.unwrap()
    };
    assert!(edit(json!({ "name": "renamed" })).await.has_drain_secret);
    logs::rotate(store, (org, site, drain.id), &context(2)).await.unwrap();
    assert_eq!(secret().await.as_deref(), Some("drain-secret-1"), "another token leaves it");
    edit(json!({ "drainSecret": "drain-secret-2" })).await;
    assert_eq!(secret().await.as_deref(), Some("drain-secret-2"));
    assert!(!edit(json!({ "drainSecret": null })).await.has_drain_secret);
    assert_eq!(secret().await, None);
    let changes = actions(store, org).await.into_iter().filter(|action| action == "log_source.updated").count();
    assert_eq!(changes, 3, "a secret that is set or removed has an entry of its own");
}

async fn a_list_of_addresses_is_replaced_by_the_next_one<B: Backend>(backend: &B) {
    let store = backend.store();
    let list = |id: &str, body: &str, seconds| StoredList { id: id.into(), body: body.into(), read_at: later(seconds) };
    for put in [list("bing", "{}", 1), list("apple", "ü", 2), list("bing", "[]", 3)] {
        store.put_crawler_list(&put).await.unwrap();
    }
    assert_eq!(store.crawler_lists().await.unwrap(), [list("apple", "ü", 2), list("bing", "[]", 3)]);
}

async fn the_copy_of_robots_txt_is_due_once_a_day_and_stays_when_it_cannot_be_read<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (with, without) = (stored_site_of(store, org).await, stored_site_of(store, org).await);
    created(store, (org, with.id), json!({ "name": "web 1" })).await;
    let due = async |at: u64| {
        let due = store.robots_files_due(later(at), 10).await.unwrap();
        due.into_iter().filter(|(site, _)| [with.id, without.id].contains(site)).collect::<Vec<_>>()
    };
    assert_eq!(due(1).await, [(with.id, with.domain.clone())], "only sites with a log source");
    store.put_robots_file(with.id, None, later(2)).await.unwrap();
    assert_eq!(store.robots_file(with.id).await.unwrap(), None);
    assert_eq!((due(2).await.len(), due(3).await.len()), (0, 1));
    let generation = store.generation();
    store.put_robots_file(with.id, Some("User-agent: *"), later(4)).await.unwrap();
    assert!(store.generation() > generation, "reports are read again");
    store.put_robots_file(with.id, None, later(5)).await.unwrap();
    let copy = StoredRobots { body: "User-agent: *".into(), read_at: later(4) };
    assert_eq!(store.robots_file(with.id).await.unwrap(), Some(copy));
    store.put_robots_file(with.id, Some(""), later(6)).await.unwrap();
    assert_eq!(store.robots_file(with.id).await.unwrap().map(|copy| copy.body), Some(String::new()));
    store.delete_site(org, with.id, audit(org, "site.deleted")).await.unwrap();
    store.put_robots_file(with.id, Some("late"), later(7)).await.unwrap();
    assert_eq!(due(9).await, []);
    remove_all(store).await;
    assert_eq!(backend.number("SELECT COUNT(*) FROM robots_files").await, 0);
}
