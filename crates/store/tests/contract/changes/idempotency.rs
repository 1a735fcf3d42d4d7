//! What every `IdempotencyStore` guarantees, and every change with the record of an idempotent request.

use std::time::Duration;

use askline_app::ports::{StoreError, StoreResult, requests::idempotency::IdempotencyStore as _};
use askline_domain::{
    audit::AuditDraft,
    identity::secret::SecretDigest,
    requests::idempotency::{
        IDEMPOTENCY_KEPT, IdempotencyRecord, IdempotencyState, IdempotencyTicket, MAX_ANSWER_BYTES, StoredAnswer,
    },
    shared::{ids::OrgId, paging::PageRequest},
};
use jiff::Timestamp;

use crate::{
    backend::{Backend, Metadata, Sqlite, on_every_backend},
    key_changes::{KeyChanges as _, KeyCreation},
    samples::{audit, count_of, key, now, stored_organization},
};

on_every_backend! {
    a_change_and_its_record_are_one,
    a_change_that_is_refused_keeps_no_record,
    concurrent_changes_with_one_idempotency_key_are_made_once_across_processes,
    a_repeat_gets_the_first_answer,
    a_request_that_changed_nothing_keeps_its_answer_too,
    the_answer_of_what_made_an_organization_is_kept_by_that_organization,
    another_body_under_the_same_key_is_reported_as_reuse,
    callers_routes_and_keys_do_not_meet,
    a_record_past_its_day_counts_as_absent_and_is_replaced,
    expired_records_are_removed_in_steps_and_no_others,
    a_large_answer_is_not_kept_and_its_record_is,
    only_the_newest_records_of_a_caller_keep_their_answers,
    the_oldest_answers_of_an_organization_go_when_they_are_too_much,
    storage_growth_is_bounded_however_many_answers_are_kept,
    an_organization_with_all_its_records_takes_no_new_one_until_the_oldest_goes,
}

fn body() -> SecretDigest {
    SecretDigest::of("a body")
}

fn ticket(key: &str) -> IdempotencyTicket {
    IdempotencyTicket { caller: "usr_1".into(), route: "POST /api/v1/keys?".into(), key: key.into() }
}

fn record(ticket: &IdempotencyTicket, at: Timestamp) -> IdempotencyRecord {
    IdempotencyRecord { ticket: ticket.clone(), body: body(), status: 201, made_id: Some("key_made".into()), at }
}

fn entry(org: OrgId, ticket: &IdempotencyTicket, at: Timestamp) -> AuditDraft {
    AuditDraft { request: Some(Box::new(record(ticket, at))), ..audit(org, "key.created") }
}

/// Makes a change with the request of this ticket.
async fn change(store: &impl Metadata, org: OrgId, ticket: &IdempotencyTicket) -> StoreResult<KeyCreation> {
    store.create_key(&key(org), u32::MAX, entry(org, ticket, now())).await
}

async fn keep(store: &impl Metadata, org: OrgId, ticket: &IdempotencyTicket, answer: &str) {
    store.keep_answer(Some(org), &record(ticket, now()), answer).await.unwrap();
}

async fn look_up(store: &impl Metadata, org: OrgId, ticket: &IdempotencyTicket) -> IdempotencyState {
    store.look_up(ticket, body(), Some(org), now()).await.unwrap()
}

fn done(answer: Option<&str>) -> IdempotencyState {
    IdempotencyState::Done(StoredAnswer {
        status: 201,
        made_id: Some("key_made".into()),
        body: answer.map(str::to_owned),
    })
}

async fn keys_of(store: &impl Metadata, org: OrgId) -> usize {
    store.keys(org, None, now(), PageRequest::NEWEST).await.unwrap().items.len()
}

/// Checks that the totals match the rows.
async fn check_totals<B: Backend>(backend: &B, records: i64, answer_bytes: i64) {
    for (counted, there, expected) in [
        ("SUM(records) FROM idempotency_totals", "COUNT(*) FROM idempotency_records", records),
        (
            "SUM(answer_bytes) FROM idempotency_totals",
            "COALESCE(SUM(octet_length(answer)), 0) FROM idempotency_answers",
            answer_bytes,
        ),
    ] {
        assert_eq!(backend.number(&format!("SELECT {counted}")).await, expected, "{counted}");
        assert_eq!(backend.number(&format!("SELECT {there}")).await, expected, "{there}");
    }
}

async fn a_change_and_its_record_are_one<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    assert_eq!(look_up(store, org, &ticket("k")).await, IdempotencyState::New);
    assert_eq!(change(store, org, &ticket("k")).await.unwrap(), KeyCreation::Created);
    assert_eq!(look_up(store, org, &ticket("k")).await, done(None));
    // Another process sees it immediately, and neither process makes the change again.
    let other = backend.another_process().await;
    assert_eq!(look_up(&other, org, &ticket("k")).await, done(None));
    for process in [store, &other] {
        assert!(matches!(change(process, org, &ticket("k")).await, Err(StoreError::DoneBefore)));
    }
    assert_eq!((keys_of(store, org).await, count_of(store, org, "key.created").await), (1, 1));
}

async fn a_change_that_is_refused_keeps_no_record<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let refused = store.create_key(&key(org), 0, entry(org, &ticket("k"), now())).await.unwrap();
    assert_eq!(refused, KeyCreation::LimitReached);
    assert_eq!(look_up(store, org, &ticket("k")).await, IdempotencyState::New);
    assert_eq!(change(store, org, &ticket("k")).await.unwrap(), KeyCreation::Created);
}

async fn concurrent_changes_with_one_idempotency_key_are_made_once_across_processes<B: Backend>(backend: &B) {
    let (org, _) = stored_organization(backend.store()).await;
    let processes = [backend.store().clone(), backend.another_process().await];
    let changes: Vec<_> = (0..40)
        .map(|n| {
            let store = processes[n % 2].clone();
            tokio::spawn(async move { change(&store, org, &ticket("k")).await })
        })
        .collect();
    let mut made = 0;
    for change in changes {
        match change.await.unwrap() {
            Ok(KeyCreation::Created) => made += 1,
            Err(StoreError::DoneBefore) => {}
            other => panic!("{other:?}"),
        }
    }
    assert_eq!((made, keys_of(backend.store(), org).await), (1, 1));
    assert_eq!(count_of(backend.store(), org, "key.created").await, 1);
}

async fn a_repeat_gets_the_first_answer<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    change(store, org, &ticket("k")).await.unwrap();
    keep(store, org, &ticket("k"), "first").await;
    keep(store, org, &ticket("k"), "second").await;
    assert_eq!(look_up(store, org, &ticket("k")).await, done(Some("first")));
}

async fn a_request_that_changed_nothing_keeps_its_answer_too<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    keep(store, org, &ticket("k"), "nothing to do").await;
    assert_eq!(look_up(store, org, &ticket("k")).await, done(Some("nothing to do")));
}

async fn the_answer_of_what_made_an_organization_is_kept_by_that_organization<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    change(store, org, &ticket("k")).await.unwrap();
    for name in ["k", "changed nothing"] {
        store.keep_answer(None, &record(&ticket(name), now()), "made").await.unwrap();
    }
    let found = async |name| store.look_up(&ticket(name), body(), None, now()).await.unwrap();
    assert_eq!((found("k").await, found("changed nothing").await), (done(Some("made")), IdempotencyState::New));
    check_totals(backend, 1, 4).await;
}

async fn another_body_under_the_same_key_is_reported_as_reuse<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    change(store, org, &ticket("k")).await.unwrap();
    let other = store.look_up(&ticket("k"), SecretDigest::of("another"), Some(org), now()).await.unwrap();
    assert_eq!(other, IdempotencyState::Reused);
}

async fn callers_routes_and_keys_do_not_meet<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let other_caller = IdempotencyTicket { caller: "usr_2".into(), ..ticket("k") };
    let other_route = IdempotencyTicket { route: "POST /api/v1/sites?".into(), ..ticket("k") };
    for ticket in [ticket("k"), other_caller, other_route, ticket("k2")] {
        assert_eq!(look_up(store, org, &ticket).await, IdempotencyState::New);
        assert_eq!(change(store, org, &ticket).await.unwrap(), KeyCreation::Created);
    }
}

async fn a_record_past_its_day_counts_as_absent_and_is_replaced<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    change(store, org, &ticket("k")).await.unwrap();
    keep(store, org, &ticket("k"), "old").await;
    let last_moment = now() + IDEMPOTENCY_KEPT - Duration::from_millis(1);
    let repeat = store.look_up(&ticket("k"), body(), Some(org), last_moment).await.unwrap();
    assert_eq!(repeat, done(Some("old")));
    let next_day = now() + IDEMPOTENCY_KEPT;
    let repeat = store.look_up(&ticket("k"), body(), Some(org), next_day).await.unwrap();
    assert_eq!(repeat, IdempotencyState::New);
    let anew = store.create_key(&key(org), u32::MAX, entry(org, &ticket("k"), next_day)).await.unwrap();
    assert_eq!(anew, KeyCreation::Created);
    let repeat = store.look_up(&ticket("k"), body(), Some(org), next_day).await.unwrap();
    assert_eq!(repeat, done(None));
    check_totals(backend, 1, 0).await;
}

async fn expired_records_are_removed_in_steps_and_no_others<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    for name in ["a", "b", "c"] {
        change(store, org, &ticket(name)).await.unwrap();
        keep(store, org, &ticket(name), "0123456789").await;
    }
    let later = now() + Duration::from_secs(1);
    store.create_key(&key(org), u32::MAX, entry(org, &ticket("young"), later)).await.unwrap();
    check_totals(backend, 4, 30).await;
    for removed in [2, 1, 0] {
        assert_eq!(store.remove_expired(now() + IDEMPOTENCY_KEPT, 2).await.unwrap(), removed);
    }
    assert_eq!(look_up(store, org, &ticket("young")).await, done(None));
    check_totals(backend, 1, 0).await;
}

async fn a_large_answer_is_not_kept_and_its_record_is<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let largest = "x".repeat(MAX_ANSWER_BYTES);
    for (name, answer, kept) in [("a", largest.clone(), true), ("b", format!("{largest}x"), false)] {
        change(store, org, &ticket(name)).await.unwrap();
        keep(store, org, &ticket(name), &answer).await;
        assert_eq!(look_up(store, org, &ticket(name)).await, done(kept.then_some(&answer)));
    }
    check_totals(backend, 2, MAX_ANSWER_BYTES as i64).await;
}

async fn only_the_newest_records_of_a_caller_keep_their_answers<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let of_another = IdempotencyTicket { caller: "usr_2".into(), ..ticket("first") };
    for ticket in [&ticket("first"), &ticket("second"), &of_another] {
        change(store, org, ticket).await.unwrap();
        keep(store, org, ticket, "answer").await;
    }
    // As if the second record were the thousandth.
    backend.tamper("UPDATE idempotency_records SET place = 1000 WHERE caller = 'usr_1' AND place = 2").await;
    change(store, org, &ticket("third")).await.unwrap();
    assert_eq!(look_up(store, org, &ticket("first")).await, done(None));
    for kept in [&ticket("second"), &of_another] {
        assert_eq!(look_up(store, org, kept).await, done(Some("answer")));
    }
    check_totals(backend, 4, 12).await;
}

async fn the_oldest_answers_of_an_organization_go_when_they_are_too_much<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (first, second) = (ticket("first"), ticket("second"));
    for ticket in [&first, &second] {
        change(store, org, ticket).await.unwrap();
        keep(store, org, ticket, &"x".repeat(MAX_ANSWER_BYTES)).await;
    }
    backend.tamper("UPDATE idempotency_records SET created_ms = created_ms - place").await;
    // Another 1,022 answers of a busier member: the 64 MiB are full.
    backend
        .tamper(&format!(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1022) \
         INSERT INTO idempotency_records SELECT {ticket}, '{org}', 'usr_2', i, {digest}, 201, NULL, \
         created_ms, 65536 FROM n, (SELECT MAX(created_ms) AS created_ms FROM idempotency_records) AS newest;
         INSERT INTO idempotency_answers SELECT ticket, '{answer}' FROM idempotency_records \
         WHERE caller = 'usr_2';
         UPDATE idempotency_totals SET records = 1024, answer_bytes = 67108864;",
            ticket = backend.bytes_of("'busy' || i"),
            digest = backend.bytes_of("'0'"),
            answer = "x".repeat(65_536)
        ))
        .await;
    change(store, org, &ticket("third")).await.unwrap();
    keep(store, org, &ticket("third"), "small").await;
    // The second is the oldest, and removing one was enough.
    assert_eq!(look_up(store, org, &second).await, done(None));
    assert!(matches!(look_up(store, org, &first).await, IdempotencyState::Done(StoredAnswer { body: Some(_), .. })));
    assert_eq!(look_up(store, org, &ticket("third")).await, done(Some("small")));
    check_totals(backend, 1025, 67_108_864 - 65_536 + 5).await;
}

async fn storage_growth_is_bounded_however_many_answers_are_kept<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let answer = "x".repeat(MAX_ANSWER_BYTES);
    // 4,000 requests of four callers, each with the largest answer: 250 MiB in total.
    for n in 0..4_000 {
        let ticket = IdempotencyTicket { caller: format!("usr_{}", n % 4), ..ticket(&n.to_string()) };
        keep(store, org, &ticket, &answer).await;
    }
    check_totals(backend, 4_000, 64 * 1024 * 1024).await;
    assert!(backend.bytes().await < 72 * 1024 * 1024, "{}", backend.bytes().await);
}

async fn an_organization_with_all_its_records_takes_no_new_one_until_the_oldest_goes<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (other, _) = stored_organization(store).await;
    change(store, org, &ticket("k")).await.unwrap();
    backend.tamper("UPDATE idempotency_totals SET records = 100000").await;
    let IdempotencyState::Full { free_in } = look_up(store, org, &ticket("new")).await else { panic!("not full") };
    assert_eq!(free_in, IDEMPOTENCY_KEPT);
    assert!(matches!(
        change(store, org, &ticket("new")).await,
        Err(StoreError::TooManyRequestsKept { free_in }) if free_in == IDEMPOTENCY_KEPT
    ));
    assert_eq!((keys_of(store, org).await, look_up(store, org, &ticket("k")).await), (1, done(None)));
    let of_another = IdempotencyTicket { caller: "usr_2".into(), ..ticket("k") };
    assert_eq!(change(store, other, &of_another).await.unwrap(), KeyCreation::Created);
    store.remove_expired(now() + IDEMPOTENCY_KEPT, 1).await.unwrap();
    assert_eq!(change(store, org, &ticket("new")).await.unwrap(), KeyCreation::Created);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn records_of_the_layout_before_keep_their_answers_and_unfinished_ones_go() {
    let backend = &Sqlite::empty().await;
    let (org, _) = stored_organization(backend.store()).await;
    backend
        .tamper(&format!(
            "DROP TABLE idempotency_answers; DROP TABLE idempotency_totals; DROP TABLE idempotency_records;
         CREATE TABLE idempotency_records (caller TEXT NOT NULL, route TEXT NOT NULL, key TEXT NOT NULL,
             body_digest BLOB NOT NULL, created_ms INTEGER NOT NULL, status INTEGER, answer TEXT,
             PRIMARY KEY (caller, route, key)) STRICT, WITHOUT ROWID;
         CREATE INDEX idempotency_records_by_age ON idempotency_records (created_ms);
         INSERT INTO idempotency_records SELECT 'usr_1', 'POST /api/v1/keys?', column1, x'{}', {}, column2, column3
         FROM (VALUES ('done', 201, '\"data\":{{\"id\":\"key_made\"}},\"error\":null,\"meta\":{{'),
             ('refused', 409, '\"data\":null,\"error\":{{}},\"meta\":{{'), ('cut off', NULL, NULL));
         DELETE FROM _sqlx_migrations WHERE version = (SELECT version FROM _sqlx_migrations \
             WHERE description = 'idempotency_records');",
            hex::encode(body().0),
            now().as_millisecond(),
        ))
        .await;
    let store = backend.another_process().await;
    let answer = r#""data":{"id":"key_made"},"error":null,"meta":{"#;
    assert_eq!(look_up(&store, org, &ticket("done")).await, done(Some(answer)));
    for name in ["refused", "cut off"] {
        assert_eq!(look_up(&store, org, &ticket(name)).await, IdempotencyState::New, "{name}");
        assert_eq!(change(&store, org, &ticket(name)).await.unwrap(), KeyCreation::Created, "{name}");
    }
    assert_eq!(store.remove_expired(now() + IDEMPOTENCY_KEPT, 10).await.unwrap(), 3);
}
