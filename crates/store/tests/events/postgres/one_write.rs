//! What a commit of events sends over the network.

use askline_app::ports::events::EventStore as _;
use askline_store::{
    events::postgres::{EventServerOptions, connect_events},
    postgres::PostgresOptions,
};

use crate::{backend::Postgres, clock, cutting_proxy::CuttingProxy, sample::*};

// Data that is sent before the answer to earlier data waits for the operating system's acknowledgement, 40 ms: Nagle's
// algorithm, which sqlx does not disable.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_commit_of_events_sends_nothing_before_the_answer_to_what_it_sent_before() {
    let backend = Postgres::on_own_server().await;
    let proxy = CuttingProxy::start(backend.server.folder()).await;
    let url = format!("postgres://askline@127.0.0.1:{}/{}?sslmode=disable", proxy.port, backend.database);
    for statement_cache in [100, 0] {
        let options = PostgresOptions { url: url.clone(), statement_cache, ..backend.server.options("") };
        let store = connect_events(&options, EventServerOptions::default(), clock()).await.unwrap();
        let asked = proxy.asked();
        for n in 0..20 {
            let id = statement_cache as u128 * 1_000 + n;
            // For two sites, which are new or known, with a path of up to 1.5 kB.
            let long = format!("/{}", "long".repeat(1 + n as usize * 20));
            let events = vec![event(id, site(1), &long, view()), event(id + 500, site(2 + n % 3), "/", view())];
            assert_eq!(store.append(events.clone()).await.unwrap().stored, 2);
            assert_eq!(store.append(events).await.unwrap().repeated, 2);
        }
        assert!(proxy.asked() > asked + 40);
        assert_eq!(proxy.asked_unanswered(), 0, "with {statement_cache} statements kept");
    }
}
