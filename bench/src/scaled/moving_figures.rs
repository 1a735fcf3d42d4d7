//! `make bench-scaled ARGS=--moving`: ten million events and a million keys, moved there and back.
//!
//! `askline migrate-store` moves them from a folder to PostgreSQL and to another folder. Needs 12 GB of disk space.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result};
use askline_domain::shared::clock::SystemClock;
use askline_store::events::sqlite::{EventDatabase, EventOptions};
use tokio::process::Command;

use crate::{
    key_figures,
    service::{SERVERS, Service, binary, memory_mib, server_settings},
    store_figures,
};

const EVENTS: usize = 10_000_000;
const KEYS: u32 = 1_000_000;

/// Prints the figures. Needs the settings of [`SERVERS`].
pub async fn print() -> Result<()> {
    let [database, _, key_file] = server_settings()?;
    let service = Service::embedded(1).await?;
    let site = service.site.parse()?;
    let (room, folder) = service.stop().await?;
    let store = EventDatabase::open(&folder, EventOptions::default(), Arc::new(SystemClock::default()))?;
    store_figures::append(&store, site, EVENTS).await?;
    drop(store);
    drop(key_figures::fill(&folder, KEYS)?);

    let servers = room.path().join("servers.toml");
    let lines = format!("[database]\nurl = \"{database}\"\n[secrets]\nkey_file = \"{key_file}\"\n");
    std::fs::write(&servers, lines)?;
    let new_folder = room.path().join("new");
    let back = room.path().join("back.toml");
    std::fs::write(&back, format!("data = \"{}\"\n", new_folder.display()))?;

    println!("{:<52} {:>12} {:>12} {:>20}", "work", "time", "memory", "read meanwhile");
    let data = folder.to_str().context("a path in UTF-8")?;
    let [config, target] = [&servers, &back].map(|file| file.to_str().context("a path in UTF-8"));
    let (config, target) = (config?, target?);
    moved("10,000,000 events, 1,000,000 keys: to PostgreSQL", &["--data", data], config).await?;
    moved("the same back to a folder", &["--config", config], target).await
}

/// Runs `askline migrate-store`, and reads the source in the meantime.
async fn moved(work: &str, source: &[&str], to: &str) -> Result<()> {
    let begun = Instant::now();
    let mut process = askline(source)?.args(["migrate-store", "--to", to]).kill_on_drop(true).spawn()?;
    let id = process.id().context("it runs")?;
    let (mut peak, mut reads, mut slowest) = (0_f64, 0, Duration::ZERO);
    let status = loop {
        if let Some(status) = process.try_wait()? {
            break status;
        }
        // The process may end while it is being looked at.
        peak = peak.max(memory_mib(id, "VmHWM:").unwrap_or_default());
        let read = Instant::now();
        let listed = askline(source)?.args(["org", "list"]).output().await?;
        anyhow::ensure!(listed.status.success(), "{}", String::from_utf8_lossy(&listed.stderr));
        slowest = slowest.max(read.elapsed());
        reads += 1;
        tokio::time::sleep(Duration::from_secs(1)).await;
    };
    anyhow::ensure!(status.success(), "askline migrate-store ended with {status}");
    let seconds = begun.elapsed().as_secs();
    println!(
        "{work:<52} {seconds:>10} s {peak:>8.0} MiB {:>20}   reach <= 600 s, <= 256 MiB",
        format!("{reads}, slowest {} ms", slowest.as_millis())
    );
    Ok(())
}

/// A command of the release build. The settings of [`SERVERS`] do not apply: the source is what `arguments` name.
fn askline(arguments: &[&str]) -> Result<Command> {
    let mut command = Command::new(binary()?);
    for name in SERVERS {
        command.env_remove(name);
    }
    command.args(arguments);
    Ok(command)
}
