//! A replica is promoted after its primary was lost. Servers that know both switch to it, without a restart or a proxy.

use askline_stand_in::until;
use reqwest::Method;

use crate::{
    cluster::{Cluster, Node},
    faults::Load,
    postgres_server,
};

/// Two servers that know a primary and its replica. The replica has every acknowledged commit.
async fn both_known() -> (Cluster, postgres_server::Server, [Node; 2], String) {
    let cluster = Cluster::apart().await;
    let replica = cluster.postgres.as_ref().unwrap().start_replica().await;
    let url = cluster.postgres.as_ref().unwrap().url_of_both(&replica, cluster.name_of_database());
    let node = || cluster.node_with(&[("ASKLINE_DATABASE__URL", &url)]);
    let nodes = [node(), node()];
    (cluster, replica, nodes, url)
}

/// Checks that each acknowledged event was counted once, and that the servers see each other's changes.
async fn go_on(nodes: &[Node; 2], load: &Load<'_>, session: &str) {
    for node in nodes {
        until("it is ready without a restart", async || node.server.get("/readyz?full", &[]).status == 200).await;
        load.is_counted_once(node, session).await;
    }
    let (id, key) = nodes[0].key(session).await;
    let status = async || nodes[1].ask(Method::GET, "/api/v1/sites", Some(&key), None).await.unwrap().0;
    assert_eq!(status().await, 200);
    nodes[0].data(Method::DELETE, &format!("/api/v1/keys/{id}"), session, None).await;
    until("a key that one revoked is refused by the other", async || status().await == 401).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replica_takes_over_from_a_primary_that_is_killed() {
    let (mut cluster, replica, nodes, url) = both_known().await;
    let (session, site) = nodes[0].set_up().await;
    let load = Load::new(&nodes, &site);
    let fault = async {
        load.reached(20).await;
        cluster.postgres.as_mut().unwrap().kill();
        for node in &nodes {
            let tells = async || node.server.get("/readyz", &[]).body.contains("it only reads");
            until("it says what is wrong with each", tells).await;
        }
        replica.promote().await;
    };
    tokio::join!(load.send_all(), fault);
    go_on(&nodes, &load, &session).await;
    let changes = [("ASKLINE_DATABASE__URL", url.as_str())];
    let examined = cluster.command(&["doctor"], &changes);
    assert_eq!(examined.code, 0, "{}{}", examined.stdout, examined.stderr);
    let listed = cluster.command(&["user", "list", "--json"], &changes).json();
    assert_eq!(listed["items"][0]["email"], "owner@example.com");
    assert_eq!(cluster.node_with(&changes).server.terminate().0, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replica_takes_over_from_a_primary_that_is_silent() {
    let (mut cluster, replica, nodes, _) = both_known().await;
    let (session, site) = nodes[0].set_up().await;
    let load = Load::new(&nodes, &site);
    let fault = async {
        load.reached(20).await;
        cluster.postgres.as_ref().unwrap().freeze();
        replica.promote().await;
    };
    tokio::join!(load.send_all(), fault);
    go_on(&nodes, &load, &session).await;
    cluster.postgres.as_mut().unwrap().kill();
}
