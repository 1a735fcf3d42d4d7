//! `make bench-scaled`: figures on PostgreSQL and Redis. Those of reads and events are relative to the embedded stores,
//! which are measured in the same run.

mod filled_counters;
pub mod large_site_figures;
pub mod moving_figures;
mod network_figures;

use std::time::{Duration, Instant};

use anyhow::Result;
use serde_json::json;

use crate::{
    load::{self, Load, MEASURE, Script, Site},
    service::{KEYS, Service, server_settings, text},
};

/// The number of keys that are revoked on one node while the other is observed.
const REVOKED: usize = 100;

/// Prints all figures. Needs the settings of [`SERVERS`].
pub async fn print() -> Result<()> {
    server_settings()?;
    println!("{:<52} {:>12} {:>12} {:>8} {:>8}", "work", "scaled", "embedded", "ratio", "reach");
    let embedded = Service::embedded(KEYS).await?;
    // One key fewer than the plan allows, so that the keys to revoke can be created.
    let one = Service::start_with(KEYS - 1, &[]).await?;
    for work in WORK {
        let theirs = work.run(&embedded).await?;
        let ours = work.run(&one).await?;
        row(work, &ours, &theirs);
    }
    drop(embedded);
    network_figures::print(&one).await?;
    filled_counters::print(&one).await?;
    let other = one.another_node().await?;
    processor_time(&one, &other).await?;
    revocation(&one, &other).await
}

/// One kind of request.
struct Work {
    name: &'static str,
    connections: u32,
    /// The number of events in a request; 0 for a read.
    events: usize,
    is_keyed: bool,
    reach: &'static str,
}

const WORK: &[Work] = &[
    Work { name: "keyless configuration", connections: 32, events: 0, is_keyed: false, reach: ">= 0.95" },
    Work { name: "GET …/ai?days=30 with a key", connections: 32, events: 0, is_keyed: true, reach: ">= 0.40" },
    Work { name: "events, 50 a request", connections: 32, events: 50, is_keyed: false, reach: ">= 0.30" },
    Work { name: "events, one a request", connections: 256, events: 1, is_keyed: false, reach: ">= 0.40" },
];

impl Work {
    async fn run(&self, service: &Service) -> Result<Load> {
        let script = match (self.events, self.is_keyed) {
            (0, true) => Script::Get { headers: vec![], keys: service.keys.clone() },
            (0, false) => Script::Get { headers: vec![], keys: vec![] },
            (events, _) => Script::Events { sites: vec![Site::of(service)], events },
        };
        let path = match (self.events, self.is_keyed) {
            (0, true) => format!("/api/v1/analytics/{}/ai?days=30", service.site),
            (0, false) => format!("/api/v1/sites/{}/config", service.site),
            _ => "/api/v1/events".to_owned(),
        };
        load::run(&service.url(&path), self.connections, MEASURE, &script).await
    }
}

fn row(work: &Work, ours: &Load, theirs: &Load) {
    println!(
        "{:<52} {:>10.0}/s {:>10.0}/s {:>8.2} {:>8}   p99 {:.2} ms",
        work.name,
        ours.per_second,
        theirs.per_second,
        ours.per_second / theirs.per_second,
        work.reach,
        ours.p99_ms
    );
    for (side, load) in [("scaled", ours), ("embedded", theirs)].into_iter().filter(|(_, load)| load.failures > 0) {
        println!("    {} answers of {side} were not 2xx or 3xx", load.failures);
    }
}

/// Prints the processor time of a read with a key if two nodes share the work, compared with one node.
async fn processor_time(one: &Service, other: &Service) -> Result<()> {
    let work = &WORK[1];
    let before = one.processor_ms()?;
    let alone = work.run(one).await?;
    let of_one = (one.processor_ms()? - before) / (alone.per_second * MEASURE.as_secs_f64());
    let before = one.processor_ms()? + other.processor_ms()?;
    let (first, second) = tokio::try_join!(work.run(one), work.run(other))?;
    let used = one.processor_ms()? + other.processor_ms()? - before;
    let of_two = used / ((first.per_second + second.per_second) * MEASURE.as_secs_f64());
    println!(
        "{:<52} {:>9.1} us {:>9.1} us {:>8.2} {:>8}",
        "processor time of a keyed read, two nodes and one",
        of_two * 1_000.0,
        of_one * 1_000.0,
        of_two / of_one,
        "<= 1.15"
    );
    Ok(())
}

/// Prints how long the other node still accepts a revoked key.
async fn revocation(one: &Service, other: &Service) -> Result<()> {
    let session = one.log_in().await?;
    let mut waits = Vec::with_capacity(REVOKED);
    for _ in 0..REVOKED {
        let key = one.post("/api/v1/keys", Some(&session), &json!({ "scopes": ["sites:read"] })).await?;
        let (id, plaintext) = (text(&key, "id")?, text(&key, "key")?);
        let bearer = format!("Bearer {plaintext}");
        let is_let_in = async || -> Result<bool> {
            Ok(other.status("/api/v1/sites", Some(("Authorization", &bearer))).await? != "401")
        };
        anyhow::ensure!(is_let_in().await?, "a new key is let in");
        one.delete(&format!("/api/v1/keys/{id}"), &session).await?;
        let revoked = Instant::now();
        while is_let_in().await? {}
        waits.push(revoked.elapsed());
    }
    let in_time = waits.iter().filter(|wait| **wait < Duration::from_secs(1)).count();
    let longest = waits.iter().max().copied().unwrap_or_default();
    println!(
        "{:<52} {in_time:>8} of {REVOKED} {:>20} {:>8}   longest {} ms",
        "revocations seen by the other node within 1 s",
        "",
        "all",
        longest.as_millis()
    );
    Ok(())
}
