//! No change touches an unbounded number of rows.
//!
//! What has many children is only marked when it is deleted, and its rows are removed in pieces.

use std::collections::{BTreeMap, BTreeSet};

use askline_app::ports::{
    monitors::{CitationSums as _, MonitorStore as _},
    organizations::OrganizationStore as _,
    sites::SiteStore as _,
    webhooks::{DeliveryFilter, DeliveryStore as _, WebhookStore as _},
};
use askline_domain::{shared::paging::PageRequest, webhooks::EventName};

use crate::{
    backend::{Backend, on_every_backend},
    monitors::settings::MonitorChanges as _,
    monitors::{citations::EVERYTHING, stored_monitor},
    samples::{audit, stored_organization},
    webhooks::{changes::WebhookChanges as _, stored_webhook},
};

on_every_backend! {
    every_parent_of_the_layout_is_deleted_in_pieces_or_has_few_children,
    deleting_a_monitor_with_very_many_answers_touches_few_rows_at_a_time,
    deleting_a_webhook_with_very_many_deliveries_touches_few_rows_at_a_time,
}

/// How the rows of a table go, with those that refer to it.
enum Deletion {
    /// It is marked, and its rows are removed by `remove_piece`.
    InPieces,
    /// It is removed with its children, of which it has few: the maximum, and why there are no more.
    WithFewChildren(u32, &'static str),
    /// No request and no command deletes it.
    Never,
}

/// Every table that others refer to.
const PARENTS: [(&str, Deletion); 18] = [
    ("organizations", Deletion::InPieces),
    ("sites", Deletion::InPieces),
    ("monitors", Deletion::InPieces),
    ("webhooks", Deletion::InPieces),
    ("notification_channels", Deletion::InPieces),
    ("report_recipients", Deletion::WithFewChildren(50, "its two reports, and the emails of a day that wait for it")),
    ("users", Deletion::Never),
    ("memberships", Deletion::WithFewChildren(50, "the apps that a person connected")),
    ("shared_links", Deletion::WithFewChildren(200, "its sessions")),
    ("service_accounts", Deletion::WithFewChildren(2, "its valid tokens")),
    ("monitor_runs", Deletion::WithFewChildren(25, "an answer for each engine and sample, and their sums")),
    ("citations", Deletion::WithFewChildren(200, "the sources that are kept of an answer")),
    ("cited_addresses", Deletion::WithFewChildren(1, "its sums are removed before it")),
    ("webhook_deliveries", Deletion::WithFewChildren(20, "the attempts at one message")),
    ("page_text_sites", Deletion::WithFewChildren(1, "its pages are removed before it")),
    ("page_text_pages", Deletion::WithFewChildren(30, "the versions of its text")),
    ("jobs", Deletion::WithFewChildren(1, "its email")),
    ("idempotency_records", Deletion::WithFewChildren(1, "its answer")),
];

async fn every_parent_of_the_layout_is_deleted_in_pieces_or_has_few_children<B: Backend>(backend: &B) {
    let references = backend.references().await;
    let parents: BTreeSet<&str> = references.iter().map(|(parent, _)| parent.as_str()).collect();
    let known: BTreeMap<&str, &Deletion> = PARENTS.iter().map(|(name, deletion)| (*name, deletion)).collect();
    let unknown: Vec<_> = parents.iter().filter(|parent| !known.contains_key(*parent)).collect();
    assert!(unknown.is_empty(), "say how rows of {unknown:?} are deleted, and bound it");
    assert_eq!(parents, known.keys().copied().collect(), "these have no children any more");
    for (parent, deletion) in PARENTS {
        match deletion {
            Deletion::InPieces => {
                let marked = backend.number(&format!("SELECT COUNT(*) FROM {parent} WHERE is_removed = 1")).await;
                assert_eq!(marked, 0, "{parent} can be marked");
            }
            Deletion::WithFewChildren(most, reason) => assert!(most <= 200 && !reason.is_empty(), "{parent}"),
            Deletion::Never => {}
        }
    }
}

/// The number of children that a parent gets.
const CHILDREN: u32 = 50_000;
/// The budget of a piece in these tests, and the most rows that one transaction may touch.
const PIECE: u32 = 1_000;

/// A table of numbers from 1 to `most`, under the name `n`.
fn numbers(most: u32) -> String {
    format!("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {most})")
}

async fn rows<B: Backend>(backend: &B, tables: &[&str]) -> i64 {
    let counts: Vec<String> = tables.iter().map(|table| format!("(SELECT COUNT(*) FROM {table})")).collect();
    backend.number(&format!("SELECT {}", counts.join(" + "))).await
}

/// Removes what was marked: the first pieces one by one, each of which touches at most its budget, and then the rest.
async fn remove_in_pieces<B: Backend>(backend: &B, tables: &[&str]) {
    let store = backend.store();
    for _ in 0..3 {
        let before = rows(backend, tables).await;
        assert!(store.remove_piece(PIECE).await.unwrap());
        let removed = before - rows(backend, tables).await;
        assert!((1..=i64::from(PIECE)).contains(&removed), "{removed}");
    }
    while store.remove_piece(PIECE * 20).await.unwrap() {}
    assert_eq!(rows(backend, tables).await, 0);
}

async fn deleting_a_monitor_with_very_many_answers_touches_few_rows_at_a_time<B: Backend>(backend: &B) {
    const TABLES: [&str; 6] =
        ["citations", "citation_urls", "monitor_runs", "answer_sums", "cited_address_sums", "citation_changes"];
    let store = backend.store();
    let (site, monitor) = stored_monitor(store).await;
    let (site_id, id) = (site.id, monitor.id);
    let per_run = 25;
    backend
        .tamper(&format!(
            "{} INSERT INTO monitor_runs (id, monitor_id, site_id, started_by, question, engines, status, credits_reserved, \
             credits_used, started_ms, finished_ms) SELECT 'run_' || i, '{id}', '{site_id}', 'schedule', '{{}}', '[]', \
             'succeeded', 0, 0, i, i FROM n",
            numbers(CHILDREN / per_run)
        ))
        .await;
    backend
        .tamper(&format!(
            "{} INSERT INTO citations (id, run_id, monitor_id, site_id, query, engine, sample, model, ran_ms, outcome, \
             searched, mentioned, cited, consulted, competitors, competitors_cited, consulted_urls, credits_used, is_summed) \
             SELECT 'cit_' || i, 'run_' || (1 + (i - 1) / {per_run}), '{id}', '{site_id}', 'Who?', 'xai', i % {per_run}, 'm', \
             i, 'cited', 1, 1, 1, 0, '[]', 0, '[]', 0, 1 FROM n",
            numbers(CHILDREN)
        ))
        .await;
    backend
        .tamper(&format!(
            "INSERT INTO citation_urls (citation_id, position, url, domain, owner) \
             SELECT id, 1, 'https://example.com/', 'example.com', 'own' FROM citations; \
             INSERT INTO cited_addresses (site_id, kind, address, domain, last_ms) \
             VALUES ('{site_id}', 'own', 'https://example.com/', 'example.com', {CHILDREN}); \
             INSERT INTO cited_address_sums (address_id, engine, slot_ms, run_id, reading_version, monitor_id, citations, \
             first_ms, last_ms) SELECT a.id, 'xai', 0, r.id, 1, '{id}', {per_run}, r.started_ms, r.started_ms \
             FROM cited_addresses a, monitor_runs r; \
             INSERT INTO citation_changes (id, site_id, level, monitor_id, query, engine, direction, first_run_id, first_run_ms, \
             clear_run_id, clear_ms, answers_before, answers_after, strength, reading_version) \
             SELECT 'chg_' || id, site_id, 'cell', '{id}', 'Who?', 'xai', 'fall', id, 1, id, 2, '{{}}', '{{}}', 'sure', 1 FROM monitor_runs"
        ))
        .await;
    let found = store.cited_urls(site_id, &EVERYTHING, None, None, 9).await.unwrap();
    assert_eq!(found.by_owner, [u64::from(CHILDREN), 0, 0]);

    let before = rows(backend, &TABLES).await;
    assert!(store.delete_monitor(site_id, id, audit(site.org_id, "monitor.deleted")).await.unwrap());
    assert_eq!(rows(backend, &TABLES).await, before, "it is only marked");
    assert_eq!(store.monitor(site_id, id).await.unwrap(), None);
    assert_eq!(store.cited_urls(site_id, &EVERYTHING, None, None, 9).await.unwrap().by_owner, [0; 3]);
    remove_in_pieces(backend, &TABLES).await;
    assert_eq!(rows(backend, &["monitors"]).await, 0);
    assert!(store.site(site_id).await.unwrap().is_some());
}

async fn deleting_a_webhook_with_very_many_deliveries_touches_few_rows_at_a_time<B: Backend>(backend: &B) {
    const TABLES: [&str; 2] = ["webhook_deliveries", "webhook_attempts"];
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let webhook = stored_webhook(store, org, &[EventName::KeyCreated]).await;
    backend
        .tamper(&format!(
            "{} INSERT INTO webhook_deliveries (id, webhook_id, message_id, event, payload, status, attempts, created_ms) \
             SELECT 'del_' || i, '{}', 'msg_' || i, 'key.created', '{{}}', 'failed', 2, i FROM n",
            numbers(CHILDREN),
            webhook.id
        ))
        .await;
    backend
        .tamper(
            "INSERT INTO webhook_attempts (delivery_id, number, at_ms, duration_ms) \
             SELECT id, 1, created_ms, 5 FROM webhook_deliveries",
        )
        .await;
    let before = rows(backend, &TABLES).await;
    assert!(store.delete_webhook(org, webhook.id, audit(org, "webhook.deleted")).await.unwrap());
    assert_eq!(rows(backend, &TABLES).await, before, "it is only marked");
    assert_eq!(store.webhook(org, webhook.id).await.unwrap(), None);
    let listed = store.deliveries(webhook.id, DeliveryFilter::default(), PageRequest::NEWEST).await.unwrap();
    assert_eq!(listed.items, []);
    remove_in_pieces(backend, &TABLES).await;
    assert_eq!(rows(backend, &["webhooks"]).await, 0);
}
