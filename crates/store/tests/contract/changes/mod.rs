//! What every `Changes` guarantees: a cache learns that the data it contains may have changed.

mod idempotency;
mod narrowed_callers;
mod preconditions;

use std::pin::Pin;

use askline_app::accounts::OldPassword;
use askline_app::members::Joiner;
use askline_app::ports::{
    change::{BeginChange as _, Scope},
    changes::{Changes as _, Subject},
    identity::sessions::SessionStore as _,
    keys::KeyStore as _,
    organizations::OrganizationStore as _,
    requests::idempotency::IdempotencyStore as _,
    whole_stores::Database as _,
};
use askline_domain::{
    identity::{
        grounds::{SessionGround, TokenGround},
        links::OneTimeToken,
        role::Role,
        secret::SecretDigest,
        token::OneTimeUse,
    },
    organizations::{Slug, plan::Plan},
    requests::idempotency::{IdempotencyRecord, IdempotencyTicket},
};
use askline_stand_in::until;

use crate::{
    accounts::changes::AccountChanges as _,
    backend::{Backend, Metadata, Sqlite, on_every_backend},
    key_changes::KeyChanges as _,
    member_changes::MemberChanges as _,
    organizations::changes::OrganizationChanges as _,
    samples::{
        audit, confirmed, count_of, invitation, invitation_token, key, known_visitor, later, now, organization,
        session, set_role, signed_in, start_session, stored_key, stored_organization,
    },
    sites::changes::SiteChanges as _,
    sites::stored::stored_site_of,
};

on_every_backend! {
    every_change_raises_the_generation_before_it_returns,
    what_no_cache_remembers_leaves_the_generation_alone,
    a_change_that_changed_nothing_leaves_the_generation_alone,
    a_change_is_about_what_it_altered_and_nothing_else,
    a_change_by_another_process_shows_without_being_asked_for,
    old_changes_are_removed_and_the_removal_is_recorded,
    a_change_that_is_dropped_stores_nothing_and_frees_its_locks,
}

/// The outcome is checked by another suite.
fn ignore<T>(_: T) {}

/// Runs a step and returns whether the generation grew.
async fn raises<S: Metadata>(store: &S, step: impl AsyncFnOnce()) -> bool {
    let before = store.generation();
    step().await;
    let after = store.generation();
    assert!(after >= before);
    after > before
}

async fn every_change_raises_the_generation_before_it_returns<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, user) = stored_organization(store).await;
    let (stored, new) = (key(org), key(org));
    let (session, _) = session(user);
    let (invitation, _) = invitation(Role::Viewer);
    let log = |action: &str| audit(org, action);
    assert!(raises(store, async || ignore(stored_organization(store).await)).await);
    assert!(raises(store, async || ignore(store.create_key(&stored, 9, log("k")).await.unwrap())).await);
    assert!(
        raises(store, async || ignore(store.rotate_key(stored.id, &new, later(9), now(), log("k")).await.unwrap()))
            .await
    );
    assert!(raises(store, async || ignore(store.revoke_key(org, new.id, now()).await.unwrap())).await);
    assert!(raises(store, async || ignore(store.set_plan(org, Plan::Business, log("p")).await.unwrap())).await);
    assert!(raises(store, async || ignore(store.invite_member(org, &invitation, None, log("m")).await.unwrap())).await);
    let renewal = invitation_token(None);
    let (pending, digest) = (invitation.user_id, renewal.1.digest());
    let renew = async || ignore(store.renew_invitation(org, pending, &renewal.0, log("m")).await.unwrap());
    assert!(raises(store, renew).await);
    let joiner = Joiner::New(crate::samples::user());
    let join = async || ignore(store.take_up_invitation(digest, &joiner, now(), log("m")).await.unwrap());
    assert!(raises(store, join).await);
    assert!(raises(store, async || ignore(set_role(store, org, user, Role::Owner, log("m")).await.unwrap())).await);
    assert!(raises(store, async || ignore(start_session(store, &session).await)).await);
    let own = SessionGround { user, session: session.id };
    assert!(raises(store, async || ignore(store.end_session(own, session.id).await.unwrap())).await);
    assert!(raises(store, async || ignore(store.rename_user(user, "new@example.com", vec![]).await.unwrap())).await);
    let once = OneTimeToken { user_id: user, digest: SecretDigest::of("once"), expires_at: later(60) };
    store.create_one_time_token(&once, OldPassword::WorksUntilUse, vec![]).await.unwrap();
    let (entered, _) = crate::samples::session(user);
    let enter = async || {
        let ground = TokenGround { user, digest: once.digest };
        ignore(store.spend_one_time_token(ground, OneTimeUse::NewPassword, &entered, vec![]).await.unwrap())
    };
    assert!(raises(store, enter).await);
    let (ground, known) = (confirmed(store, user).await, known_visitor());
    let change = async || store.change_password(ground, "$h", &known, now(), vec![]).await.unwrap();
    assert!(raises(store, change).await);
    let ground = confirmed(store, user).await;
    assert!(raises(store, async || store.revoke_access(ground, &known, now(), vec![]).await.unwrap()).await);
    let lock = async || ignore(store.lock_account(user, now(), vec![]).await.unwrap());
    assert!(raises(store, lock).await);
    let unlock = async || ignore(store.unlock_account(user, vec![]).await.unwrap());
    assert!(raises(store, unlock).await);
}

async fn what_no_cache_remembers_leaves_the_generation_alone<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, user) = stored_organization(store).await;
    let key = stored_key(store, org).await;
    let (session, _) = session(user);
    start_session(store, &session).await;
    let ticket = IdempotencyTicket { caller: "usr_1".into(), route: "POST /".into(), key: "k".into() };
    let record = IdempotencyRecord { ticket, body: SecretDigest::of(""), status: 200, made_id: None, at: now() };
    assert!(
        !raises(store, async || {
            store.touch_keys(&[(key.id, later(1))]).await.unwrap();
            store.touch_sessions(&[(session.id, later(1))]).await.unwrap();
            store.keep_answer(Some(org), &record, "an answer").await.unwrap();
            store.remove_expired(later(86_400), 10).await.unwrap();
        })
        .await
    );
}

async fn a_change_that_changed_nothing_leaves_the_generation_alone<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, user) = stored_organization(store).await;
    let key = stored_key(store, org).await;
    store.revoke_key(org, key.id, now()).await.unwrap();
    let (session, _) = session(user);
    assert!(
        !raises(store, async || {
            store.revoke_key(org, key.id, now()).await.unwrap();
            store.create_key(&crate::samples::key(org), 0, audit(org, "k")).await.unwrap();
            let own = SessionGround { user, session: session.id };
            store.end_session(own, session.id).await.unwrap();
            store.remove_ended_sessions(now()).await.unwrap();
        })
        .await
    );
}

async fn a_change_is_about_what_it_altered_and_nothing_else<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, user) = stored_organization(store).await;
    let (other_org, other_user) = stored_organization(store).await;
    let (site, other_site) = (stored_site_of(store, org).await.id, stored_site_of(store, org).await.id);
    let (key, other_key) = (stored_key(store, org).await.id, stored_key(store, org).await.id);
    let every = [
        Subject::Organization(org),
        Subject::Organization(other_org),
        Subject::User(user),
        Subject::User(other_user),
        Subject::Site(site),
        Subject::Site(other_site),
        Subject::Key(key),
        Subject::Key(other_key),
    ];
    let altered = async |step: Pin<Box<dyn Future<Output = ()> + '_>>| {
        let before = store.generation();
        step.await;
        every.into_iter().filter(|subject| store.may_have_changed(&[*subject], before)).collect::<Vec<_>>()
    };
    let log = || audit(org, "a");
    let delete = Box::pin(async { ignore(store.delete_site(org, site, log()).await.unwrap()) });
    assert_eq!(altered(delete).await, [Subject::Site(site)]);
    let revoke = Box::pin(async { ignore(store.revoke_key(org, key, now()).await.unwrap()) });
    assert_eq!(altered(revoke).await, [Subject::Key(key)]);
    let ground = signed_in(store, user).await;
    let name = Box::pin(async { store.set_user_name(ground, "New").await.unwrap() });
    assert_eq!(altered(name).await, [Subject::User(user)]);
    let plan = Box::pin(async { ignore(store.set_plan(org, Plan::Pro, log()).await.unwrap()) });
    assert_eq!(altered(plan).await, [Subject::Organization(org)]);
    let founded = organization();
    let entry = audit(founded.id, "o");
    let found = store.found_organization(&founded, Slug::FromName, ground, 9, entry);
    assert_eq!(altered(Box::pin(async { ignore(found.await.unwrap()) })).await, [Subject::User(user)]);
}

async fn a_change_by_another_process_shows_without_being_asked_for<B: Backend>(backend: &B) {
    let here = backend.store();
    here.watch_other_processes();
    let (org, _) = stored_organization(here).await;
    let key = stored_key(here, org).await;
    let elsewhere = backend.another_process().await;
    // Until the watcher's first check nothing is valid; the test needs later changes.
    until("the change shows", async || here.is_current()).await;
    for _ in 0..3 {
        let before = here.generation();
        stored_key(&elsewhere, org).await;
        elsewhere.revoke_key(org, key.id, now()).await.unwrap();
        elsewhere.set_plan(org, Plan::Business, audit(org, "p")).await.unwrap();
        until("the change shows", async || here.may_have_changed(&[Subject::Organization(org)], before)).await;
        let grant = here.key_by_digest(key.digest).await.unwrap().unwrap();
        assert_eq!(grant.record.revoked_at, Some(now()));
    }
}

async fn a_change_that_is_dropped_stores_nothing_and_frees_its_locks<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let lost = key(org);
    assert!(
        !raises(store, async || {
            let mut change = store.begin(&[Scope::Organization(org)]).await.unwrap();
            change.insert_key(&lost).await.unwrap();
            assert_eq!(change.key(lost.id).await.unwrap().as_ref(), Some(&lost));
            change.audit(audit(org, "key.created")).await.unwrap();
            drop(change);
        })
        .await
    );
    // The next change of the organization waits for the locks.
    let stored = stored_key(store, org).await;
    assert_eq!(store.key(org, lost.id).await.unwrap(), None);
    assert_eq!(store.key(org, stored.id).await.unwrap(), Some(stored));
    assert_eq!(count_of(store, org, "key.created").await, 1);
}

async fn old_changes_are_removed_and_the_removal_is_recorded<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let many = "INSERT INTO changes (subject) WITH RECURSIVE rows (row) AS \
        (SELECT 1 UNION ALL SELECT row + 1 FROM rows WHERE row < 12985) SELECT 'site_01j00000000000000000000000' FROM rows";
    backend.tamper(many).await;
    let stored = async || backend.number("SELECT COUNT(*) FROM changes").await;
    let mut changes = 0;
    while stored().await > 11_000 {
        assert!(changes < 20, "nothing is removed");
        changes += 1;
        store.set_plan(org, Plan::Pro, audit(org, "p")).await.unwrap();
    }
    assert_eq!(stored().await, 10_000);
    assert!(backend.number("SELECT CAST(CAST(through AS TEXT) AS BIGINT) FROM changes_removed").await > 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_watcher_ends_with_its_store() {
    let tasks = || tokio::runtime::Handle::current().metrics().num_alive_tasks();
    let before = tasks();
    let backend = Sqlite::empty().await;
    backend.store().watch_other_processes();
    assert!(tasks() > before);
    backend.store().close().await;
    drop(backend);
    until("the watcher ends", async || tasks() <= before).await;
}
