//! The worst neighbour: what another organization's reads, `/healthz` and the keyless configuration take while one caller does
//! its worst, and the memory before, meanwhile and a minute after.

mod attacks;

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::Result;
use tokio::task::JoinSet;

use crate::service::Service;
use attacks::Attack;

/// How long each attack runs.
const ATTACK: Duration = Duration::from_secs(6);
/// How often each probe asks.
const PROBE_EVERY: Duration = Duration::from_millis(5);
/// How long memory is given to come back.
const AFTER: Duration = Duration::from_secs(60);
/// How often memory is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Prints a row for each attack.
pub async fn print() -> Result<()> {
    let service = Arc::new(Service::start_with(10, &attacks::settings()).await?);
    let stage = Arc::new(attacks::Stage::set(&service).await?);
    println!(
        "{:<34} {:>8} {:>8} {:>8} {:>8}   {:>7} {:>7} {:>7}   MiB before, at most, a minute after",
        "worst neighbour (p99 in ms)", "read", "healthz", "config", "reach", "before", "most", "after"
    );
    for attack in Attack::EVERY {
        let before = service.memory_mib()?;
        let stop = Arc::new(AtomicBool::new(false));
        let calls = Arc::new(AtomicU64::new(0));
        let attackers = stage.attack(attack, &service, &stop, &calls);
        let (latencies, most) = probes(&service, &stop).await?;
        attackers.join_all().await;
        tokio::time::sleep(AFTER).await;
        let [read, healthz, config] = latencies;
        println!(
            "{:<34} {read:>8.1} {healthz:>8.1} {config:>8.1} {:>8}   {before:>7.1} {most:>7.1} {:>7.1}   {} calls",
            attack.name(),
            "< 100",
            service.memory_mib()?,
            calls.load(Ordering::Relaxed)
        );
    }
    Ok(())
}

/// The p99 of each probe while the attack runs, and the most memory that was seen.
async fn probes(service: &Arc<Service>, stop: &Arc<AtomicBool>) -> Result<([f64; 3], f64)> {
    let read = format!("/api/v1/analytics/{}/ai?days=30", service.site);
    let config = format!("/api/v1/sites/{}/config", service.site);
    let mut probes = JoinSet::new();
    for (number, (path, is_keyed)) in
        [(read, true), ("/healthz".to_owned(), false), (config, false)].into_iter().enumerate()
    {
        let (service, stop) = (Arc::clone(service), Arc::clone(stop));
        probes.spawn(async move {
            let mut took = Vec::new();
            while !stop.load(Ordering::Relaxed) {
                let bearer = format!("Bearer {}", service.keys[took.len() % service.keys.len()]);
                let begun = Instant::now();
                service.get(&path, is_keyed.then_some(("Authorization", &bearer))).await?;
                took.push(begun.elapsed());
                tokio::time::sleep(PROBE_EVERY).await;
            }
            took.sort();
            let p99 = took.get(took.len() * 99 / 100).copied().unwrap_or_default();
            anyhow::Ok((number, p99.as_secs_f64() * 1e3))
        });
    }
    let (begun, mut most) = (Instant::now(), 0.0_f64);
    while begun.elapsed() < ATTACK {
        most = most.max(service.memory_mib()?);
        tokio::time::sleep(LOOK_EVERY).await;
    }
    stop.store(true, Ordering::Relaxed);
    let mut latencies = [0.0; 3];
    for probe in probes.join_all().await {
        let (number, p99) = probe?;
        latencies[number] = p99;
    }
    Ok((latencies, most))
}
