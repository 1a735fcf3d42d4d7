//! The effect of one caller's worst requests on other callers.
//!
//! During each attack, it measures another organization's reads, `/healthz`, the keyless configuration and the processor
//! time of the server. It measures the memory before and during the attack, and some time after it.

mod attacks;
mod held_connections;
mod sizes;
mod worst_texts;

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
use sizes::Sizes;

/// How often each probe sends a request.
const PROBE_EVERY: Duration = Duration::from_millis(5);
/// How often memory is measured.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Prints a row for each attack whose name contains `only`.
pub async fn print(is_small: bool, only: &str) -> Result<()> {
    let sizes = if is_small { Sizes::SMALL } else { Sizes::FULL };
    let service = Arc::new(Service::start_with(10, &attacks::settings()).await?);
    let stage = Arc::new(attacks::Stage::set(&service, &sizes).await?);
    println!(
        "{:<38} {:>8} {:>8} {:>8} {:>8}   {:>5}   {:>7} {:>7} {:>7}   MiB before, at most, a minute after (<= 128)",
        "worst neighbor (p99 in ms)", "read", "healthz", "config", "reach", "cores", "before", "most", "after"
    );
    for attack in Attack::EVERY.into_iter().filter(|attack| attack.name().contains(only)) {
        let before = service.memory_mib()?;
        let stop = Arc::new(AtomicBool::new(false));
        let calls = Arc::new(AtomicU64::new(0));
        let attackers = stage.attack(attack, &service, &stop, &calls);
        let probed = probes(&service, &stop, sizes.during).await?;
        attackers.join_all().await;
        tokio::time::sleep(sizes.after).await;
        let [read, healthz, config] = probed.p99_ms;
        println!(
            "{:<38} {read:>8.1} {healthz:>8.1} {config:>8.1} {:>8}   {:>5.2}   {before:>7.1} {:>7.1} {:>7.1}   {} {}",
            attack.name(),
            "< 100",
            probed.cores,
            probed.most_mib,
            service.memory_mib()?,
            calls.load(Ordering::Relaxed),
            attack.counted()
        );
    }
    Ok(())
}

/// The measurements during an attack.
struct Probed {
    /// The p99 of each probe.
    p99_ms: [f64; 3],
    /// The maximum memory.
    most_mib: f64,
    /// The processor time of the server, as a share of the elapsed time.
    cores: f64,
}

async fn probes(service: &Arc<Service>, stop: &Arc<AtomicBool>, during: Duration) -> Result<Probed> {
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
    let (begun, processor, mut most_mib) = (Instant::now(), service.processor_ms()?, 0.0_f64);
    while begun.elapsed() < during {
        most_mib = most_mib.max(service.memory_mib()?);
        tokio::time::sleep(LOOK_EVERY).await;
    }
    let cores = (service.processor_ms()? - processor) / (begun.elapsed().as_secs_f64() * 1e3);
    stop.store(true, Ordering::Relaxed);
    let mut p99_ms = [0.0; 3];
    for probe in probes.join_all().await {
        let (number, p99) = probe?;
        p99_ms[number] = p99;
    }
    Ok(Probed { p99_ms, most_mib, cores })
}
