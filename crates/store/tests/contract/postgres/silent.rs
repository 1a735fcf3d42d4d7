//! A PostgreSQL server that does not answer: frozen, cut off, or busy with a commit.

use askline_app::ports::{StoreError, organizations::OrganizationStore as _, whole_stores::Database as _};
use askline_domain::organizations::plan::Plan;
use askline_stand_in::until;
use askline_store::{metadata::postgres::connect_metadata, sealing::SealingKey};

use crate::{
    backend::Backend as _,
    organizations::changes::OrganizationChanges as _,
    postgres::Postgres,
    postgres_server::Server,
    samples::{audit, stored_organization},
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_frozen_server_is_reported_unavailable_and_abandoned_connections_are_not_reused() {
    let server = Server::start().await;
    server.run("postgres", "CREATE DATABASE frozen").await;
    let store = connect_metadata(&server.options("frozen"), SealingKey::of_folder(server.folder())).await.unwrap();
    let (org, _) = stored_organization(&store).await;
    let (other, _) = stored_organization(&store).await;
    // Reads that are running when the server freezes, and later ones; more than there are connections.
    let asking: Vec<_> = (0..20)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move {
                while store.organization(org).await.is_ok() {
                    tokio::task::yield_now().await;
                }
                store.organization(org).await
            })
        })
        .collect();
    store.ping().await.unwrap();
    server.freeze();
    let refused = store.set_plan(org, Plan::Business, audit(org, "p")).await;
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    for asked in asking {
        let refused = asked.await.unwrap();
        assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    }
    server.thaw();
    until("the server answers again", async || store.ping().await.is_ok()).await;
    // No caller gets the answer to another caller's question.
    for _ in 0..50 {
        assert_eq!(store.organization(org).await.unwrap().unwrap().id, org);
        assert_eq!(store.organization(other).await.unwrap().unwrap().id, other);
    }
    assert_eq!(store.organization(org).await.unwrap().unwrap().plan, Plan::Pro);
    store.set_plan(org, Plan::Business, audit(org, "p")).await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_that_is_not_answered_in_time_is_uncertain() {
    let backend = Postgres::empty().await;
    let (org, _) = stored_organization(backend.store()).await;
    backend
        .tamper(
            "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql SET lock_timeout = 0 \
             AS $$ BEGIN PERFORM pg_advisory_xact_lock(7); RETURN NULL; END $$; \
             CREATE CONSTRAINT TRIGGER slow AFTER UPDATE ON organizations DEFERRABLE INITIALLY DEFERRED \
             FOR EACH ROW EXECUTE FUNCTION wait()",
        )
        .await;
    let held = backend.hold("SELECT pg_advisory_xact_lock(7)").await;
    let told = backend.store().set_plan(org, Plan::Business, audit(org, "p")).await;
    assert!(matches!(told, Err(StoreError::Uncertain(_))), "{told:?}");
    held.commit().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_ended_every_connection_is_reached_again_without_a_word() {
    let backend = Postgres::empty().await;
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    for plan in [Plan::Business, Plan::Pro, Plan::Enterprise] {
        let end = "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity \
             WHERE datname = current_database() AND pid <> pg_backend_pid()";
        assert!(backend.number(end).await > 0);
        store.set_plan(org, plan, audit(org, "p")).await.unwrap().unwrap();
        assert_eq!(store.organization(org).await.unwrap().unwrap().plan, plan);
    }
}
