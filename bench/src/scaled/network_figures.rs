//! `make bench-scaled`: events, with the database reached over a network. There, a packet may have to wait for the
//! acknowledgement of the previous one.

use anyhow::{Context as _, Result};
use serde_json::json;

use crate::{
    load::{self, Load, MEASURE, Script, Site},
    service::{Service, text},
};

/// The variable with the address of PostgreSQL in this machine's network; scripts/with_servers.sh sets it.
const BY_NETWORK: &str = "BENCH_DATABASE_BY_NETWORK";
/// The number of organizations, and of sites in each: 5,200 sites in total.
const ORGANIZATIONS: usize = 8;
const SITES: usize = 650;

/// Prints both figures.
pub async fn print(service: &Service) -> Result<()> {
    let database =
        std::env::var(BY_NETWORK).with_context(|| format!("{BY_NETWORK} is set by scripts/with_servers.sh"))?;
    let node = service.another_node_with(&[("ASKLINE_DATABASE__URL".to_owned(), database)]).await?;
    let one = run(&node, 1, vec![Site::of(&node)]).await?;
    let each = 1_000.0 / one.per_second;
    row("one event, one connection, by the network", &format!("{each:.2} ms"), "< 15 ms", &one);
    let many = run(&node, 60, many_sites(&node).await?).await?;
    let work = format!("events of {} sites, 60 connections", ORGANIZATIONS * SITES);
    row(&work, &format!("{:.0}/s", many.per_second), ">= 1000/s", &many);
    Ok(())
}

async fn run(node: &Service, connections: u32, sites: Vec<Site>) -> Result<Load> {
    load::run(&node.url("/api/v1/events"), connections, MEASURE, &Script::Events { sites, events: 1 }).await
}

fn row(work: &str, figure: &str, reach: &str, load: &Load) {
    println!("{work:<52} {figure:>12} {:>12} {:>8} {reach:>8}   p99 {:.2} ms", "", "", load.p99_ms);
    if load.failures > 0 {
        println!("    {} answers were not 2xx or 3xx", load.failures);
    }
}

async fn many_sites(node: &Service) -> Result<Vec<Site>> {
    let mut sites = Vec::with_capacity(ORGANIZATIONS * SITES);
    for organization in 0..ORGANIZATIONS {
        let owner = format!("many-{organization}@example.com");
        let (org, _) = node.another_organization(&owner, "example.com").await?;
        let session = node.log_in_as(&owner).await?;
        let path = format!("/api/v1/sites?orgId={org}");
        for number in 0..SITES {
            let domain = format!("site-{number}.example.com");
            let site = node.post(&path, Some(&session), &json!({ "name": "Many", "domain": domain })).await?;
            sites.push(Site { id: text(&site, "id")?, domain });
        }
    }
    Ok(sites)
}
