//! Scheduled work while the server runs. It may be interrupted at any time and continues later.

pub mod alerts;
pub mod crawler_lists;
pub mod measurements;
pub mod monitor_runs;
mod new_readings;
pub mod notices;
pub mod outages;
pub mod page_texts;
mod repeat;
pub mod reports;
pub mod retention;
pub mod robots_files;
mod rounds;
mod scheduled;

use std::sync::Arc;

use askline_api::pipeline::app::App;
use askline_jobs::outgoing::Outgoing;
use metrics_exporter_prometheus::PrometheusHandle;

use crate::{
    disk_space::{DiskWatch, LOOK_EVERY},
    listen::Stop,
    several_servers::server_group::ServerGroup,
    stores::{
        Stores,
        merged_pages::{MERGE_PAGES_EVERY, Merged},
    },
};
use measurements::UPKEEP_EVERY;
use repeat::{every, log_failure};
use scheduled::Scheduled;

/// The guarded requests of scheduled work; `None` for what the operator turned off.
pub struct Readers {
    /// For lists of crawlers' addresses.
    pub lists: Option<Outgoing>,
    /// For texts of pages.
    pub pages: Option<PageReaders>,
}

/// The guarded requests for texts of pages.
pub struct PageReaders {
    /// For pages; redirects are not followed.
    pub pages: Outgoing,
    /// For `robots.txt`.
    pub robots: Outgoing,
}

/// Starts all scheduled work: the rounds, what remembers something from one time to the next, and what reads from other servers. It
/// ends when `stop` is signaled.
pub fn start(
    app: App,
    stores: Stores,
    server_group: ServerGroup,
    disk: Option<Arc<DiskWatch>>,
    recorder: PrometheusHandle,
    readers: Readers,
    stop: Stop,
) {
    let scheduled = Arc::new(Scheduled { app, stores, server_group });
    rounds::start(&scheduled, &stop);
    let measuring = Arc::clone(&scheduled);
    tokio::spawn(every(UPKEEP_EVERY, stop.clone(), async move || {
        measurements::record(&measuring);
        recorder.run_upkeep();
    }));
    if let Some(disk) = disk {
        tokio::spawn(every(LOOK_EVERY, stop.clone(), async move || Arc::clone(&disk).look_aside().await));
    }
    let (signing, mut signs) = (Arc::clone(&scheduled), outages::SignsOfLife::default());
    tokio::spawn(every(outages::LOOK_EVERY, stop.clone(), async move || {
        let Scheduled { app, server_group, .. } = &*signing;
        let looked = signs.look(app.ports(), app.clock(), server_group.is_first()).await;
        log_failure("A sign of life could not be given, or an outage not be noted", looked);
    }));
    let (merging, mut merged) = (Arc::clone(&scheduled), Merged::default());
    tokio::spawn(every(MERGE_PAGES_EVERY, stop.clone(), async move || {
        if merging.server_group.is_first() {
            log_failure("Pages that are one page could not be merged", merged.merge_changed(&merging.stores).await);
        }
    }));
    read_from_other_servers(&scheduled, readers, &stop);
}

fn read_from_other_servers(scheduled: &Scheduled, readers: Readers, stop: &Stop) {
    let Scheduled { app, stores, server_group } = scheduled;
    if let Some(PageReaders { pages, robots }) = readers.pages {
        let reading = page_texts::Reading {
            app: app.clone(),
            metadata: stores.metadata.clone(),
            events: stores.events.clone(),
            server_group: server_group.clone(),
            outgoing: pages,
            robots,
        };
        tokio::spawn(reading.run(stop.clone()));
    }
    if let Some(outgoing) = readers.lists {
        let reading = crawler_lists::Reading {
            app: app.clone(),
            metadata: stores.metadata.clone(),
            server_group: server_group.clone(),
            outgoing,
        };
        tokio::spawn(reading.run(stop.clone()));
    }
}
