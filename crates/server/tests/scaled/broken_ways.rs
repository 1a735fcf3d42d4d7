//! Connections to the database fail in every way. Requests are refused with a time to retry, and
//! never with an internal error.

use askline_stand_in::until;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    cluster::{Cluster, Node},
    faulty_proxy::{Fault, FaultyProxy},
};

/// Every way in which connecting fails or a connection breaks.
const FAULTS: [Fault; 13] = [
    Fault::Closes,
    Fault::ClosesInHandshake,
    Fault::Resets,
    Fault::Silent,
    Fault::Garbage,
    Fault::TlsAlert,
    // A changed password, a dropped database, no free connection, a starting server, a pooler without a server.
    Fault::Refuses("28P01"),
    Fault::Refuses("3D000"),
    Fault::Refuses("53300"),
    Fault::Refuses("57P03"),
    Fault::Refuses("08P01"),
    Fault::CutsAnswers,
    Fault::GarblesAnswers,
];

/// Requests that need PostgreSQL, one for each kind of connection.
struct Asked<'n> {
    node: &'n Node,
    session: &'n str,
    site: &'n str,
}

impl Asked<'_> {
    async fn all(&self, number: usize) -> Vec<(&'static str, u16, Option<String>, Value)> {
        let (site, session) = (self.site, Some(self.session));
        let event = json!({ "siteId": site, "type": "ai_click", "url": "https://example.com/a", "platform": "chatgpt",
            "eventId": format!("{number:08x}-0000-4000-8000-000000000000") });
        let config = json!({ "theme": { "accent": format!("#{number:06x}") } });
        let asked = [
            ("a read", Method::GET, "/api/v1/sites".to_owned(), session, None),
            ("a question", Method::GET, format!("/api/v1/analytics/{site}/ai?days=2"), session, None),
            ("a change", Method::PUT, format!("/api/v1/sites/{site}/config"), session, Some(config)),
            ("an event", Method::POST, "/api/v1/events".to_owned(), None, Some(event)),
        ];
        let asked = asked.into_iter().map(|(name, method, path, bearer, body)| async move {
            let answer = self.node.answer(method, &path, bearer, body.as_ref()).await.unwrap();
            let status = answer.status().as_u16();
            let retry_after = answer.headers().get("retry-after").map(|value| value.to_str().unwrap().to_owned());
            (name, status, retry_after, answer.json().await.unwrap_or(Value::Null))
        });
        join_all(asked).await
    }

    async fn are_answered(&self, number: usize) -> bool {
        self.all(number).await.iter().all(|(_, status, _, _)| (200..300).contains(status))
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn failed_or_broken_database_connections_are_reported_as_unavailable_with_retry_after() {
    let cluster = Cluster::apart().await;
    let proxy = FaultyProxy::start(cluster.postgres.as_ref().unwrap().folder()).await;
    let url = format!("postgres://askline@127.0.0.1:{}/{}", proxy.port, cluster.name_of_database());
    let node = cluster.node_with(&[("ASKLINE_DATABASE__URL", &url)]);
    let (session, site) = node.set_up().await;
    let asked = Asked { node: &node, session: &session, site: &site };
    for (number, fault) in FAULTS.into_iter().enumerate() {
        until("all is well", async || asked.are_answered(number).await).await;
        proxy.does(fault);
        for (name, status, retry_after, body) in asked.all(1_000 + number).await {
            assert_eq!((status, &body["error"]["code"]), (503, &json!("UNAVAILABLE")), "{fault:?}: {name}: {body}");
            assert!(retry_after.is_some(), "{fault:?}: {name}");
        }
        assert_eq!(node.server.get("/readyz?full", &[]).status, 503, "{fault:?}");
        assert_eq!(node.server.get("/readyz", &[]).status, 200, "other servers have the same trouble: {fault:?}");
        proxy.does(Fault::None);
    }
    until("all is well", async || asked.are_answered(FAULTS.len()).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reason_for_a_failed_connection_is_in_the_log_and_in_readyz() {
    let cluster = Cluster::apart().await;
    let proxy = FaultyProxy::start(cluster.postgres.as_ref().unwrap().folder()).await;
    let url = format!("postgres://askline@127.0.0.1:{}/{}", proxy.port, cluster.name_of_database());
    let node = cluster.node_with(&[("ASKLINE_DATABASE__URL", &url)]);
    for (fault, reason) in [
        (Fault::Refuses("53300"), "nobody may come in"),
        (Fault::Refuses("28P01"), "nobody may come in"),
        (Fault::ClosesInHandshake, "it closes connections immediately"),
        (Fault::Garbage, "does not speak its protocol"),
        (Fault::Silent, "it does not answer"),
    ] {
        proxy.does(fault);
        let tells = async || {
            let readiness = node.server.get("/readyz", &[]);
            let full = node.server.get("/readyz?full", &[]);
            readiness.status == 200
                && readiness.body.contains(reason)
                && full.status == 503
                && full.body.contains(reason)
        };
        until(&format!("readiness names the reason: {fault:?}"), tells).await;
        until(&format!("the log names it: {fault:?}"), async || node.server.log().contains(reason)).await;
        proxy.does(Fault::None);
        until("it is ready again", async || node.server.is_ready_without_problems()).await;
    }
    // A server that starts now ends with the same reason.
    proxy.does(Fault::Refuses("53300"));
    cluster.outcome_with(&[("ASKLINE_DATABASE__URL", &url)]).refused(2, &["cannot be reached", "nobody may come in"]);
}
