//! What every `IdempotencyStore` guarantees.

use std::time::Duration;

use askline_domain::ports::{
    IDEMPOTENCY_KEPT, IdempotencyState, IdempotencyStore as _, IdempotencyTicket, StoredAnswer,
};

use crate::{
    backend::{Backend, on_every_backend},
    samples::now,
};

on_every_backend! {
    of_requests_sent_at_once_one_is_done,
    a_repeat_gets_the_first_answer,
    another_body_under_the_same_key_is_told_apart,
    callers_and_routes_do_not_share_keys,
    a_claim_given_up_can_be_taken_again_but_an_answer_cannot,
    a_record_past_its_day_counts_as_absent,
    expired_records_are_removed_and_no_others,
}

const BODY: [u8; 32] = [7; 32];

fn ticket() -> IdempotencyTicket {
    IdempotencyTicket { caller: "usr_1".into(), route: "POST /api/v1/keys".into(), key: "k1".into() }
}

fn answer(body: &str) -> StoredAnswer {
    StoredAnswer { status: 201, body: body.into() }
}

async fn of_requests_sent_at_once_one_is_done<B: Backend>(backend: &B) {
    let claims = (0..40).map(|_| {
        let store = backend.store().clone();
        tokio::spawn(async move { store.begin(&ticket(), BODY, now()).await.unwrap() })
    });
    let mut new = 0;
    for claim in claims.collect::<Vec<_>>() {
        match claim.await.unwrap() {
            IdempotencyState::New => new += 1,
            state => assert_eq!(state, IdempotencyState::InProgress),
        }
    }
    assert_eq!(new, 1);
}

async fn a_repeat_gets_the_first_answer<B: Backend>(backend: &B) {
    let store = backend.store();
    assert_eq!(store.begin(&ticket(), BODY, now()).await.unwrap(), IdempotencyState::New);
    store.complete(&ticket(), &answer("first")).await.unwrap();
    store.complete(&ticket(), &answer("second")).await.unwrap();
    let repeat = store.begin(&ticket(), BODY, now()).await.unwrap();
    assert_eq!(repeat, IdempotencyState::Done(answer("first")));
}

async fn another_body_under_the_same_key_is_told_apart<B: Backend>(backend: &B) {
    let store = backend.store();
    store.begin(&ticket(), BODY, now()).await.unwrap();
    assert_eq!(store.begin(&ticket(), [8; 32], now()).await.unwrap(), IdempotencyState::Reused);
    store.complete(&ticket(), &answer("first")).await.unwrap();
    assert_eq!(store.begin(&ticket(), [8; 32], now()).await.unwrap(), IdempotencyState::Reused);
}

async fn callers_and_routes_do_not_share_keys<B: Backend>(backend: &B) {
    let store = backend.store();
    let other_caller = IdempotencyTicket { caller: "usr_2".into(), ..ticket() };
    let other_route = IdempotencyTicket { route: "POST /api/v1/sites".into(), ..ticket() };
    let other_key = IdempotencyTicket { key: "k2".into(), ..ticket() };
    for ticket in [ticket(), other_caller, other_route, other_key] {
        assert_eq!(store.begin(&ticket, BODY, now()).await.unwrap(), IdempotencyState::New);
    }
}

async fn a_claim_given_up_can_be_taken_again_but_an_answer_cannot<B: Backend>(backend: &B) {
    let store = backend.store();
    store.begin(&ticket(), BODY, now()).await.unwrap();
    store.abandon(&ticket()).await.unwrap();
    assert_eq!(store.begin(&ticket(), BODY, now()).await.unwrap(), IdempotencyState::New);
    store.complete(&ticket(), &answer("done")).await.unwrap();
    store.abandon(&ticket()).await.unwrap();
    let repeat = store.begin(&ticket(), BODY, now()).await.unwrap();
    assert_eq!(repeat, IdempotencyState::Done(answer("done")));
}

async fn a_record_past_its_day_counts_as_absent<B: Backend>(backend: &B) {
    let store = backend.store();
    store.begin(&ticket(), BODY, now()).await.unwrap();
    store.complete(&ticket(), &answer("old")).await.unwrap();
    let last_moment = now() + IDEMPOTENCY_KEPT - Duration::from_millis(1);
    let repeat = store.begin(&ticket(), BODY, last_moment).await.unwrap();
    assert_eq!(repeat, IdempotencyState::Done(answer("old")));
    let next_day = now() + IDEMPOTENCY_KEPT;
    assert_eq!(store.begin(&ticket(), [9; 32], next_day).await.unwrap(), IdempotencyState::New);
    assert_eq!(store.begin(&ticket(), [9; 32], next_day).await.unwrap(), IdempotencyState::InProgress);
}

async fn expired_records_are_removed_and_no_others<B: Backend>(backend: &B) {
    let store = backend.store();
    let young = IdempotencyTicket { key: "young".into(), ..ticket() };
    store.begin(&ticket(), BODY, now()).await.unwrap();
    store.begin(&young, BODY, now() + Duration::from_secs(1)).await.unwrap();
    assert_eq!(store.remove_expired(now() + IDEMPOTENCY_KEPT).await.unwrap(), 1);
    assert_eq!(store.begin(&young, BODY, now()).await.unwrap(), IdempotencyState::InProgress);
}
