//! Changes that PostgreSQL rolls back halfway: they leave nothing behind and are repeated.

use askline_app::ports::{StoreError, audit_log::AuditLog as _, organizations::OrganizationStore as _};
use askline_domain::{organizations::plan::Plan, shared::ids::OrgId};

use crate::{
    backend::Backend as _,
    postgres::Postgres,
    samples::{actions, audit, count_of, stored_organization},
};

/// An organization with a trigger: what happens from now on when an entry, or the head of a chain, is written for the
/// `time`th time. Rolled-back writes count as well: sequences are not transactional.
async fn organization_with(backend: &Postgres, on_head: &str, on_entry: &str) -> OrgId {
    let (org, _) = stored_organization(backend.store()).await;
    let triggers = [("audit_chain_heads", on_head), ("audit_entries", on_entry)].map(|(table, action)| {
        format!(
            "CREATE SEQUENCE times_{table};
             CREATE FUNCTION on_{table}() RETURNS trigger LANGUAGE plpgsql AS
                 $$ DECLARE time bigint := nextval('times_{table}'); BEGIN {action} RETURN NEW; END $$;
             CREATE TRIGGER on_{table} BEFORE INSERT OR UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION on_{table}();"
        )
    });
    for trigger in triggers {
        backend.tamper(&trigger).await;
    }
    org
}

const DEADLOCK: &str = "RAISE EXCEPTION USING ERRCODE = 'deadlock_detected';";
const SERIALIZATION: &str = "RAISE EXCEPTION USING ERRCODE = 'serialization_failure';";
const DEATH: &str = "PERFORM pg_terminate_backend(pg_backend_pid());";

async fn each_way(backend: Postgres, failure: &str) {
    // After most of it, and twice.
    let org = organization_with(&backend, &format!("IF time <= 2 THEN {failure} END IF;"), "").await;
    let store = backend.store();
    let before = actions(store, org).await.len();
    let changed = store.set_plan(org, Plan::Business, audit(org, "p")).await.unwrap().unwrap();
    assert_eq!(changed.plan, Plan::Business);
    assert_eq!(store.organization(org).await.unwrap().unwrap().plan, Plan::Business);
    assert_eq!((actions(store, org).await.len(), count_of(store, org, "p").await), (before + 1, 1));
    assert!(store.verify_chain(org).await.unwrap().broken_at.is_none());
    assert_eq!(backend.number("SELECT last_value FROM times_audit_entries").await, 3, "it is done three times");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_that_ended_a_deadlock_is_done_again_and_stored_once() {
    each_way(Postgres::empty().await, DEADLOCK).await;
    each_way(Postgres::behind_pooler().await, DEADLOCK).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_that_could_not_be_put_in_order_with_others_is_done_again_and_stored_once() {
    each_way(Postgres::empty().await, SERIALIZATION).await;
    each_way(Postgres::behind_pooler().await, SERIALIZATION).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_whose_connection_died_before_its_commit_is_done_again_and_stored_once() {
    each_way(Postgres::empty().await, DEATH).await;
    each_way(Postgres::behind_pooler().await, DEATH).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_that_is_taken_back_every_time_fails_and_leaves_nothing() {
    let backend = Postgres::empty().await;
    let org = organization_with(&backend, DEADLOCK, "").await;
    let failed = backend.store().set_plan(org, Plan::Business, audit(org, "p")).await;
    assert!(matches!(failed, Err(StoreError::Unavailable(_))), "{failed:?}");
    assert_eq!(backend.number("SELECT last_value FROM times_audit_entries").await, 3, "it is tried three times");
    backend.tamper("DROP TRIGGER on_audit_chain_heads ON audit_chain_heads").await;
    assert_eq!(backend.store().organization(org).await.unwrap().unwrap().plan, Plan::Pro);
    assert_eq!(count_of(backend.store(), org, "p").await, 0);
    backend.store().set_plan(org, Plan::Business, audit(org, "p")).await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_that_would_be_answered_otherwise_the_second_time_fails_and_leaves_nothing() {
    let backend = Postgres::empty().await;
    let once = "IF time > 1 THEN RETURN NULL; END IF;";
    let org = organization_with(&backend, &format!("IF time = 1 THEN {SERIALIZATION} END IF;"), once).await;
    let failed = backend.store().set_plan(org, Plan::Business, audit(org, "p")).await;
    assert!(matches!(failed, Err(StoreError::Unavailable(_))), "{failed:?}");
    assert_eq!(backend.number("SELECT last_value FROM times_audit_entries").await, 2);
    assert_eq!(backend.store().organization(org).await.unwrap().unwrap().plan, Plan::Pro);
    assert_eq!(count_of(backend.store(), org, "p").await, 0);
}
