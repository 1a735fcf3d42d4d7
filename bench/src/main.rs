//! `make bench`: figures of the real binary. Most of those under load are relative to a bare server in the same run.
//!
//! It only prints the figures and asserts nothing. Needs a release build of `askline`, and `wrk` on the path.

mod bare;
mod engine_figures;
mod filled_metadata;
mod job_figures;
mod key_figures;
mod load;
mod neighbour_figures;
mod route_figures;
mod rule_figures;
mod scaled;
mod service;
mod store_figures;

use anyhow::{Context as _, Result};

use bare::BareServer;
use load::{Load, MEASURE, Script, Site};
use service::Service;

#[tokio::main]
async fn main() -> Result<()> {
    let large = std::env::args().any(|argument| argument == "--large");
    if let Some(port) = std::env::args().skip_while(|argument| argument != "--bare").nth(1) {
        return bare::serve(port.parse().context("--bare PORT")?).await;
    }
    if std::env::args().any(|argument| argument == "--neighbors") {
        let is_small = std::env::args().any(|argument| argument == "--small");
        let only = std::env::args().skip_while(|argument| argument != "--only").nth(1).unwrap_or_default();
        return neighbour_figures::print(is_small, &only).await;
    }
    if std::env::args().any(|argument| argument == "--routes") {
        return route_figures::print().await;
    }
    if std::env::args().any(|argument| argument == "--scaled") {
        let moving = std::env::args().any(|argument| argument == "--moving");
        return match (large, moving) {
            (true, _) => scaled::large_site_figures::print().await,
            (_, true) => scaled::moving_figures::print().await,
            _ => scaled::print().await,
        };
    }
    println!("{:<52} {:>12} {:>12} {:>8} {:>8}", "work", "askline", "compared", "ratio", "reach");
    let service = Service::start().await?;
    println!(
        "{:<52} {:>9} ms {:>12} {:>8} {:>8}",
        "start to first answer, empty", service.started_in_ms, "", "", "<= 50"
    );
    println!("{:<52} {:>8.1} MiB {:>10} {:>9} {:>8}", "memory idle", service.memory_mib()?, "", "", "<= 25");
    reads(&service).await?;
    intake(&service).await?;
    println!("{:<52} {:>8.1} MiB {:>10} {:>9} {:>8}", "memory after load", service.memory_mib()?, "", "", "<= 128");
    drop(service);
    engine_figures::print().await?;
    neighbour_figures::print(false, "").await?;
    rule_figures::print();
    if large {
        job_figures::print().await?;
        key_figures::print().await?;
    }
    store_figures::print(large).await
}

fn row(work: &str, ours: &Load, bare: &Load, reach: &str) {
    println!(
        "{work:<52} {:>10.0}/s {:>10.0}/s {:>8.2} {reach:>8}   p99 {:.2} ms",
        ours.per_second,
        bare.per_second,
        ours.per_second / bare.per_second,
        ours.p99_ms
    );
    if ours.failures > 0 {
        println!("    {} answers were not 2xx or 3xx", ours.failures);
    }
}

async fn reads(service: &Service) -> Result<()> {
    let analytics = format!("/api/v1/analytics/{}/ai?days=30", service.site);
    let config = format!("/api/v1/sites/{}/config", service.site);
    let bearer = format!("Bearer {}", service.keys[0]);
    for (work, path, keys, reach) in [
        ("GET …/ai?days=30: key, quota, scope, answer", &analytics, service.keys.clone(), ">= 0.60"),
        ("keyless configuration, 200", &config, vec![], ">= 0.75"),
    ] {
        let header = (!keys.is_empty()).then_some(("Authorization", bearer.as_str()));
        let body = service.get(path, header).await?;
        let bare = BareServer::start(&body).await?;
        let theirs =
            load::run(&bare.url("/"), 32, MEASURE, &Script::Get { headers: vec![], keys: keys.clone() }).await?;
        let ours = load::run(&service.url(path), 32, MEASURE, &Script::Get { headers: vec![], keys }).await?;
        row(work, &ours, &theirs, reach);
    }
    let etag = service.etag(&config).await?;
    let bare = BareServer::start("").await?;
    let theirs = load::run(&bare.url("/"), 32, MEASURE, &Script::Get { headers: vec![], keys: vec![] }).await?;
    let headers = vec![("If-None-Match".to_owned(), etag)];
    let ours = load::run(&service.url(&config), 32, MEASURE, &Script::Get { headers, keys: vec![] }).await?;
    row("keyless configuration, 304", &ours, &theirs, ">= 0.75");
    Ok(())
}

async fn intake(service: &Service) -> Result<()> {
    let bare = BareServer::start("{\"data\":{\"accepted\":1,\"dropped\":0,\"errors\":[]},\"error\":null}").await?;
    for (connections, reach) in [(32, ">= 0.25"), (256, ">= 0.40")] {
        let script = Script::Events { sites: vec![Site::of(service)], events: 1 };
        let theirs = load::run(&bare.url("/"), connections, MEASURE, &script).await?;
        let ours = load::run(&service.url("/api/v1/events"), connections, MEASURE, &script).await?;
        row(&format!("one event a request, {connections} connections"), &ours, &theirs, reach);
    }
    let script = Script::Events { sites: vec![Site::of(service)], events: 50 };
    let theirs = store_figures::bare_loop(MEASURE)?;
    let ours = load::run(&service.url("/api/v1/events"), 32, MEASURE, &script).await?;
    let events = ours.per_second * 50.0;
    println!(
        "{:<52} {:>10.0}/s {:>10.0}/s {:>8.2} {:>8}   p99 {:.2} ms",
        "events, 50 a request, against a bare SQLite loop",
        events,
        theirs,
        events / theirs,
        ">= 0.90",
        ours.p99_ms
    );
    Ok(())
}
