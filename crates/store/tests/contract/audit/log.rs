//! What every `AuditLog` guarantees, such as that altered and removed entries are detected.

use askline_app::ports::audit_log::{AuditFilter, AuditLog as _, ChainReport};
use askline_domain::{
    audit::{Actor, ActorKind, AuditDraft, Target, Via, ViaApp},
    shared::{
        ids::{Id as _, OrgId},
        paging::PageRequest,
    },
};

use crate::{
    accounts::changes::AccountChanges as _,
    backend::{Backend, Metadata, on_every_backend},
    samples::{audit, id, later, now, stored_organization},
};

on_every_backend! {
    entries_read_back_as_they_were_written,
    entries_are_listed_newest_first_page_by_page,
    filters_find_what_they_ask_for,
    has_older_entries_counts_only_entries_that_match_the_filter,
    untouched_chains_hold,
    entries_written_at_once_form_one_chain,
    an_altered_entry_shows_in_whichever_column,
    a_removed_entry_shows,
    a_chain_that_was_cut_off_shows,
    a_chain_that_was_removed_whole_shows,
    one_organizations_chain_does_not_touch_another,
}

/// Appends an entry without any other change.
async fn append<S: Metadata>(store: &S, draft: AuditDraft) {
    let member = store.members(draft.org_id, PageRequest::NEWEST).await.unwrap().items[0].user_id;
    store.record_failed_log_ins(vec![(member, draft)]).await.unwrap();
}

async fn write<S: Metadata>(store: &S, org: OrgId, action: &str) {
    append(store, audit(org, action)).await;
}

/// An organization whose chain has four entries.
async fn chain<S: Metadata>(store: &S) -> OrgId {
    let (org, _) = stored_organization(store).await;
    for action in ["a.one", "a.two", "a.three"] {
        write(store, org, action).await;
    }
    org
}

async fn report_of<S: Metadata>(store: &S, org: OrgId) -> ChainReport {
    let reports = store.verify_chains().await.unwrap();
    let report = reports.into_iter().find(|report| report.org_id == org).unwrap();
    assert_eq!(store.verify_chain(org).await.unwrap(), report, "one chain alone is told of as among all");
    report
}

async fn entries_read_back_as_they_were_written<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, user) = stored_organization(store).await;
    let mut draft = audit(org, "key.created");
    let via = Some(Via { app: ViaApp { id: id(), name: "Claude".into() } });
    draft.actor = Actor { kind: ActorKind::User, id: user.to_string(), name: "ada@example.com".into(), via };
    draft.targets = vec![Target::new("key", "key_1", "CI"), Target::new("key", "key_1", "CI")];
    draft.user_agent = Some("curl".into());
    draft.request_id = Some("req_1".into());
    append(store, draft.clone()).await;
    let filter = AuditFilter { action: Some("key.created".into()), ..AuditFilter::default() };
    let page = store.audit_entries(org, &filter, PageRequest::NEWEST).await.unwrap();
    assert_eq!(page.items.len(), 1);
    assert_eq!(page.items[0].draft, draft);
    assert!(page.items[0].follows(&page.items[0].previous_hash));
}

async fn entries_are_listed_newest_first_page_by_page<B: Backend>(backend: &B) {
    let store = backend.store();
    let org = chain(store).await;
    let first =
        store.audit_entries(org, &AuditFilter::default(), PageRequest { limit: 3, before: None }).await.unwrap();
    assert!(first.has_more && first.items.is_sorted_by(|a, b| a.draft.id > b.draft.id));
    let before = first.items.last().map(|entry| entry.draft.id.bits());
    let rest = store.audit_entries(org, &AuditFilter::default(), PageRequest { limit: 3, before }).await.unwrap();
    assert_eq!((rest.items.len(), rest.has_more), (1, false));
    assert!(rest.items[0].draft.id < first.items[2].draft.id);
}

async fn has_older_entries_counts_only_entries_that_match_the_filter<B: Backend>(backend: &B) {
    let store = backend.store();
    let org = chain(store).await;
    let any = AuditFilter::default();
    // Entries of the same millisecond are ordered by their random ids: the oldest one is used.
    let entries = store.audit_entries(org, &any, PageRequest::NEWEST).await.unwrap().items;
    let (newest, oldest) = (entries[0].draft.id, entries[entries.len() - 1].draft.action.clone());
    assert!(store.has_older_entries(org, &any, newest, 2).await.unwrap());
    assert!(!store.has_older_entries(org, &any, newest, 3).await.unwrap());
    let one = AuditFilter { action: Some(oldest), ..AuditFilter::default() };
    assert!(store.has_older_entries(org, &one, newest, 0).await.unwrap());
    assert!(!store.has_older_entries(org, &one, newest, 1).await.unwrap());
}

async fn filters_find_what_they_ask_for<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    for (action, actor, target, second) in [
        ("key.created", "usr_1", "key_1", 0),
        ("key.revoked", "usr_2", "key_1", 10),
        ("keyring.opened", "usr_2", "key_2", 20),
    ] {
        let mut draft = audit(org, action);
        draft.actor = Actor { kind: ActorKind::User, id: actor.into(), name: String::new(), via: None };
        draft.targets.push(Target::new("key", target, "CI"));
        draft.occurred_at = later(second);
        append(store, draft).await;
    }
    let check = async |filter: AuditFilter, expected: &[&str]| {
        let page = store.audit_entries(org, &filter, PageRequest::NEWEST).await.unwrap();
        let mut found: Vec<_> = page.items.iter().map(|entry| entry.draft.action.as_str()).collect();
        found.sort_unstable();
        assert_eq!(found, expected, "{filter:?}");
    };
    let any = AuditFilter::default;
    let text = |text: &str| Some(text.to_owned());
    check(AuditFilter { action: text("key.revoked"), ..any() }, &["key.revoked"]).await;
    check(AuditFilter { action: text("key."), ..any() }, &["key.created", "key.revoked"]).await;
    check(AuditFilter { action: text("key"), ..any() }, &[]).await;
    check(AuditFilter { action: text("%."), ..any() }, &[]).await;
    check(AuditFilter { actor_id: text("usr_2"), ..any() }, &["key.revoked", "keyring.opened"]).await;
    check(AuditFilter { target_id: text("key_1"), ..any() }, &["key.created", "key.revoked"]).await;
    check(AuditFilter { target_id: text("key_1"), actor_id: text("usr_2"), ..any() }, &["key.revoked"]).await;
    check(AuditFilter { from: Some(later(10)), ..any() }, &["key.revoked", "keyring.opened"]).await;
    check(AuditFilter { from: Some(later(10)), to: Some(later(20)), ..any() }, &["key.revoked"]).await;
    check(AuditFilter { to: Some(now()), ..any() }, &[]).await;
    let (other, _) = stored_organization(store).await;
    let filter = AuditFilter { target_id: text("key_1"), ..any() };
    assert!(store.audit_entries(other, &filter, PageRequest::NEWEST).await.unwrap().items.is_empty());
}

async fn untouched_chains_hold<B: Backend>(backend: &B) {
    let store = backend.store();
    assert!(store.verify_chains().await.unwrap().is_empty());
    let (first, second) = (chain(store).await, chain(store).await);
    for org in [first, second] {
        let report = report_of(store, org).await;
        assert_eq!(report, ChainReport { org_id: org, entries: 4, broken_at: None, truncated: false });
    }
}

async fn entries_written_at_once_form_one_chain<B: Backend>(backend: &B) {
    let (org, _) = stored_organization(backend.store()).await;
    let writes = (0..40).map(|_| {
        let store = backend.store().clone();
        tokio::spawn(async move { write(&store, org, "auth.login_failed").await })
    });
    for each in writes.collect::<Vec<_>>() {
        each.await.unwrap();
    }
    let report = report_of(backend.store(), org).await;
    assert_eq!(report, ChainReport { org_id: org, entries: 41, broken_at: None, truncated: false });
}

async fn an_altered_entry_shows_in_whichever_column<B: Backend>(backend: &B) {
    let store = backend.store();
    for alteration in [
        "action = 'a.other'",
        "occurred_ms = occurred_ms + 1",
        "actor_type = 'user'",
        "actor_type = 'nobody'",
        "actor_id = 'usr_1'",
        "actor_name = 'somebody else'",
        "targets = '[]'",
        "targets = 'not JSON'",
        "ip = NULL",
        "user_agent = 'curl'",
        "request_id = 'req_1'",
        "metadata = '{}'",
        "previous_hash = hash",
        "hash = previous_hash",
    ] {
        let org = chain(store).await;
        let filter = AuditFilter { action: Some("a.two".into()), ..AuditFilter::default() };
        let entry = store.audit_entries(org, &filter, PageRequest::NEWEST).await.unwrap().items.remove(0);
        backend.tamper(&format!("UPDATE audit_entries SET {alteration} WHERE id = '{}'", entry.draft.id)).await;
        let report = report_of(store, org).await;
        assert_eq!(report.broken_at, Some(entry.draft.id), "{alteration}");
        assert_eq!((report.entries, report.truncated), (4, false), "{alteration}");
    }
}

async fn a_removed_entry_shows<B: Backend>(backend: &B) {
    let store = backend.store();
    for sequence in 1..=3 {
        let org = chain(store).await;
        backend.tamper(&format!("DELETE FROM audit_entries WHERE org_id = '{org}' AND sequence = {sequence}")).await;
        let report = report_of(store, org).await;
        assert!(report.broken_at.is_some(), "entry {sequence}");
        assert_eq!((report.entries, report.truncated), (3, false), "entry {sequence}");
    }
}

async fn a_chain_that_was_cut_off_shows<B: Backend>(backend: &B) {
    let store = backend.store();
    let org = chain(store).await;
    backend.tamper(&format!("DELETE FROM audit_entries WHERE org_id = '{org}' AND sequence > 2")).await;
    let cut_off = ChainReport { org_id: org, entries: 2, broken_at: None, truncated: true };
    assert_eq!(report_of(store, org).await, cut_off);
    // The same is reported if the stored number of entries is changed to fit.
    backend.tamper(&format!("UPDATE audit_chain_heads SET entries = 2 WHERE org_id = '{org}'")).await;
    assert_eq!(report_of(store, org).await, cut_off);
    // The same is reported if the head is removed.
    backend.tamper(&format!("DELETE FROM audit_chain_heads WHERE org_id = '{org}'")).await;
    assert_eq!(report_of(store, org).await, cut_off);
}

async fn a_chain_that_was_removed_whole_shows<B: Backend>(backend: &B) {
    let store = backend.store();
    let org = chain(store).await;
    backend.tamper(&format!("DELETE FROM audit_entries WHERE org_id = '{org}'")).await;
    assert!(report_of(store, org).await.truncated);
}

async fn one_organizations_chain_does_not_touch_another<B: Backend>(backend: &B) {
    let store = backend.store();
    let (broken, whole) = (chain(store).await, chain(store).await);
    backend.tamper(&format!("UPDATE audit_entries SET action = 'a.other' WHERE org_id = '{broken}'")).await;
    assert!(report_of(store, broken).await.broken_at.is_some());
    assert_eq!(report_of(store, whole).await.broken_at, None);
    // An entry for an organization that does not exist changes no chain.
    let nobody = vec![(id(), audit(id(), "a.without_organization"))];
    store.record_failed_log_ins(nobody).await.unwrap();
}
