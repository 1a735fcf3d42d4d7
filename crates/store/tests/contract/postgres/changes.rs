//! What nodes on one PostgreSQL server learn about each other's changes.

use askline_app::ports::changes::{Changes as _, Subject};

use askline_stand_in::until;

use crate::{
    backend::Backend as _,
    key_changes::KeyChanges as _,
    postgres::Postgres,
    samples::{audit, now, stored_key, stored_organization},
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_transaction_that_is_held_open_delays_its_own_change_and_no_other() {
    let backend = Postgres::empty().await;
    let (here, elsewhere) = (backend.store(), backend.another_process().await);
    here.watch_other_processes();
    let (org, _) = stored_organization(here).await;
    until("the look shows it", async || here.is_current()).await;
    let since_first_look = here.generation();
    let keys = [stored_key(here, org).await, stored_key(here, org).await, stored_key(here, org).await];
    let before = here.generation();
    let held = backend.hold("INSERT INTO changes (subject) VALUES ('org_01j00000000000000000000000')").await;
    let of_held = [Subject::Organization("org_01j00000000000000000000000".parse().unwrap())];
    for key in &keys {
        elsewhere.revoke_key(org, key.id, now()).await.unwrap();
        until("the look shows it", async || here.may_have_changed(&[Subject::Key(key.id)], before)).await;
    }
    assert!(!here.may_have_changed(&of_held, before), "what is not committed shows");
    assert!(
        !here.may_have_changed(&of_held, since_first_look),
        "the first look is like a long absence, later ones are not"
    );
    // A row with a lower number than those that were already read.
    held.commit().await;
    until("the look shows it", async || here.may_have_changed(&of_held, before)).await;
    // What was read while it was held is not reported again.
    let settled = here.generation();
    elsewhere.create_key(&crate::samples::key(org), 99, audit(org, "k")).await.unwrap();
    until("the look shows it", async || here.generation() > settled).await;
    assert!(!here.may_have_changed(&keys.map(|key| Subject::Key(key.id)), settled));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_that_missed_removed_changes_treats_its_knowledge_as_outdated() {
    let backend = Postgres::empty().await;
    let here = backend.store();
    here.watch_other_processes();
    let (org, _) = stored_organization(here).await;
    until("the look shows it", async || here.is_current()).await;
    let before = here.generation();
    backend.tamper("UPDATE changes_removed SET through = pg_current_xact_id()").await;
    until("the look shows it", async || here.may_have_changed(&[Subject::Organization(org)], before)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_cannot_look_believes_nothing_remembered_until_it_can() {
    let backend = Postgres::empty().await;
    let here = backend.store();
    here.watch_other_processes();
    until("the look shows it", async || here.is_current()).await;
    backend.tamper("ALTER TABLE changes RENAME TO hidden").await;
    until("the look shows it", async || !here.is_current()).await;
    backend.tamper("ALTER TABLE hidden RENAME TO changes").await;
    until("the look shows it", async || here.is_current()).await;
}
