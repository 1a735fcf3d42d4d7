//! A replica that lacks the last transactions of its primary takes over.

use askline_app::ports::{changes::Changes as _, organizations::OrganizationStore as _};
use askline_domain::organizations::plan::Plan;
use askline_stand_in::until;
use askline_store::{metadata::postgres::connect_metadata, postgres::PostgresOptions, sealing::SealingKey};

use crate::{
    organizations::changes::OrganizationChanges as _,
    postgres_server::Server,
    samples::{audit, stored_organization},
};

/// Makes a server assign as many transaction ids as one does over some time.
const RUN_FOR_A_WHILE: &str =
    "DO $$ BEGIN FOR turn IN 1..5000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_others_change_is_seen_though_its_number_was_given_out_by_the_lost_primary() {
    let mut primary = Server::start().await;
    primary.run("postgres", "CREATE DATABASE moved").await;
    let replica = primary.start_replica().await;
    let both = PostgresOptions { url: primary.url_of_both(&replica, "moved"), ..primary.options("moved") };
    let key = || SealingKey::of_folder(primary.folder());
    let (store, sealing) = (connect_metadata(&both, key()).await.unwrap(), key());
    let (org, _) = stored_organization(&store).await;
    store.watch_other_processes();
    // Until the first check nothing is valid; the test needs later changes.
    until("the first check is over", async || store.is_current()).await;

    // From now on the replica gets no changes.
    primary.run("postgres", "ALTER SYSTEM RESET synchronous_standby_names").await;
    primary.run("postgres", "SELECT pg_reload_conf()").await;
    replica.run("postgres", "ALTER SYSTEM SET primary_conninfo = ''").await;
    replica.run("postgres", "SELECT pg_reload_conf()").await;
    let receivers = "SELECT COUNT(*) FROM pg_stat_wal_receiver";
    until("it follows no more", async || replica.number("postgres", receivers).await == 0).await;
    primary.run("moved", RUN_FOR_A_WHILE).await;
    let other = connect_metadata(&primary.options("moved"), key()).await.unwrap();
    let before = store.generation();
    other.set_plan(org, Plan::Business, audit(org, "p")).await.unwrap().unwrap();
    until("all of it was seen", async || store.generation() > before).await;

    let before = store.generation();
    primary.kill();
    replica.promote().await;
    let other = connect_metadata(&replica.options("moved"), sealing).await.unwrap();
    assert_eq!(store.organization(org).await.unwrap().unwrap().plan, Plan::Pro, "it was not lost");
    other.set_plan(org, Plan::Enterprise, audit(org, "p")).await.unwrap().unwrap();
    until("the change is seen", async || store.generation() > before).await;
    assert_eq!(store.organization(org).await.unwrap().unwrap().plan, Plan::Enterprise);
}
