//! A pooler that assigns a connection per transaction, and stores without prepared statements.

use askline_app::ports::{
    changes::{Changes as _, Subject},
    organizations::OrganizationStore as _,
    whole_stores::Database as _,
};
use askline_domain::organizations::plan::Plan;
use askline_stand_in::until;
use askline_store::{metadata::postgres::connect_metadata, sealing::SealingKey};

use crate::{
    organizations::changes::OrganizationChanges as _,
    pooler::Pooler,
    postgres_server::Server,
    samples::{audit, stored_organization},
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stores_that_start_at_once_through_a_pooler_make_the_tables_once_and_leave_no_statement_behind() {
    let server = Server::start().await;
    server.run("postgres", "CREATE DATABASE pooled").await;
    let pooler = Pooler::start(&server).await;
    let (options, key) = (pooler.options("pooled"), || SealingKey::of_folder(server.folder()));
    let (one, other) = tokio::join!(connect_metadata(&options, key()), connect_metadata(&options, key()));
    let (one, other) = (one.unwrap(), other.unwrap());
    other.watch_other_processes();
    until("the other has looked", async || other.is_current()).await;
    let (org, _) = stored_organization(&one).await;
    for plan in [Plan::Business, Plan::Enterprise, Plan::Pro] {
        let before = other.generation();
        one.set_plan(org, plan, audit(org, "p")).await.unwrap().unwrap();
        until("the other is told", async || other.may_have_changed(&[Subject::Organization(org)], before)).await;
        assert_eq!(other.organization(org).await.unwrap().unwrap().plan, plan);
    }
    one.close().await;
    other.close().await;
    assert_eq!(pooler.kept_statements("pooled").await, 0);
    // The existing tables also work for stores with prepared statements.
    let direct = connect_metadata(&server.options("pooled"), key()).await.unwrap();
    assert_eq!(direct.organization(org).await.unwrap().unwrap().plan, Plan::Pro);
}
