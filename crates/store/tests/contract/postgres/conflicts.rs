//! Changes that PostgreSQL rolls back halfway: the store reports that.
//!
//! No part of them was done, and the caller makes them again.

use askline_app::ports::{
    StoreError, StoreResult, again::again_if_rolled_back, audit_log::AuditLog as _,
    organizations::OrganizationStore as _,
};
use askline_domain::{
    organizations::{Organization, plan::Plan},
    shared::ids::OrgId,
};

use crate::{
    backend::Backend as _,
    organizations::changes::OrganizationChanges as _,
    postgres::Postgres,
    samples::{actions, audit, count_of, stored_organization},
};

/// Creates an organization whose next `failures` changes fail in this way. Rolled-back changes count as well, since
/// sequences are not transactional.
async fn organization_with(backend: &Postgres, failure: &str, failures: u32) -> OrgId {
    let (org, _) = stored_organization(backend.store()).await;
    let trigger = format!(
        "CREATE SEQUENCE times;
         CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN IF nextval('times') <= {failures} THEN {failure} END IF; RETURN NEW; END $$;
         CREATE TRIGGER fails BEFORE INSERT ON audit_chain_heads FOR EACH ROW EXECUTE FUNCTION fail();"
    );
    backend.tamper(&trigger).await;
    org
}

const DEADLOCK: &str = "RAISE EXCEPTION USING ERRCODE = 'deadlock_detected';";
const SERIALIZATION: &str = "RAISE EXCEPTION USING ERRCODE = 'serialization_failure';";
const DEATH: &str = "PERFORM pg_terminate_backend(pg_backend_pid());";

async fn change(backend: &Postgres, org: OrgId) -> StoreResult<Option<Organization>> {
    backend.store().set_plan(org, Plan::Business, audit(org, "p")).await
}

async fn each_way(backend: Postgres, failure: &str) {
    let org = organization_with(&backend, failure, 3).await;
    let store = backend.store();
    let before = actions(store, org).await.len();
    let failed = change(&backend, org).await;
    assert!(matches!(failed, Err(StoreError::RolledBack(_))), "{failed:?}");
    assert_eq!(store.organization(org).await.unwrap().unwrap().plan, Plan::Pro);
    assert_eq!((actions(store, org).await.len(), count_of(store, org, "p").await), (before, 0));
    let changed = again_if_rolled_back(|| change(&backend, org)).await.unwrap().unwrap();
    assert_eq!(changed.plan, Plan::Business);
    assert_eq!(store.organization(org).await.unwrap().unwrap().plan, Plan::Business);
    assert_eq!((actions(store, org).await.len(), count_of(store, org, "p").await), (before + 1, 1));
    assert!(store.verify_chain(org).await.unwrap().broken_at.is_none());
    assert_eq!(backend.number("SELECT last_value FROM times").await, 4, "it is made once and then three times");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_that_ended_a_deadlock_is_not_stored_and_may_be_made_again() {
    each_way(Postgres::empty().await, DEADLOCK).await;
    each_way(Postgres::behind_pooler().await, DEADLOCK).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_that_could_not_be_put_in_order_with_others_is_not_stored_and_may_be_made_again() {
    each_way(Postgres::empty().await, SERIALIZATION).await;
    each_way(Postgres::behind_pooler().await, SERIALIZATION).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_whose_connection_died_before_its_commit_is_not_stored_and_may_be_made_again() {
    each_way(Postgres::empty().await, DEATH).await;
    each_way(Postgres::behind_pooler().await, DEATH).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_that_is_rolled_back_at_its_commit_is_not_stored_and_may_be_made_again() {
    for failure in [DEADLOCK, SERIALIZATION] {
        let backend = Postgres::empty().await;
        let (org, _) = stored_organization(backend.store()).await;
        let trigger = format!(
            "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {failure} RETURN NULL; END $$;
             CREATE CONSTRAINT TRIGGER fails AFTER INSERT ON audit_entries DEFERRABLE INITIALLY DEFERRED
             FOR EACH ROW EXECUTE FUNCTION fail();"
        );
        backend.tamper(&trigger).await;
        let failed = change(&backend, org).await;
        assert!(matches!(failed, Err(StoreError::RolledBack(_))), "{failed:?}");
        backend.tamper("DROP TRIGGER fails ON audit_entries").await;
        assert_eq!(count_of(backend.store(), org, "p").await, 0);
        change(&backend, org).await.unwrap().unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_that_is_rolled_back_every_time_fails_and_leaves_nothing() {
    let backend = Postgres::empty().await;
    let org = organization_with(&backend, DEADLOCK, 3).await;
    let failed = again_if_rolled_back(|| change(&backend, org)).await;
    assert!(matches!(failed, Err(StoreError::Unavailable(_))), "{failed:?}");
    assert_eq!(backend.number("SELECT last_value FROM times").await, 3, "it is tried three times");
    assert_eq!(backend.store().organization(org).await.unwrap().unwrap().plan, Plan::Pro);
    assert_eq!(count_of(backend.store(), org, "p").await, 0);
    change(&backend, org).await.unwrap().unwrap();
}
