//! Scheduled work while the server runs. It may be interrupted at any time and continues later.

pub mod alerts;
pub mod crawler_lists;
pub mod measurements;
pub mod merged_pages;
pub mod monitor_runs;
mod new_readings;
pub mod notices;
pub mod outages;
pub mod page_texts;
mod repeat;
pub mod reports;
pub mod retention;
pub mod robots_files;

use std::{sync::Arc, time::Duration};

use askline_api::app::App;
use askline_app::sites::gone::take_up_removals;
use askline_jobs::outgoing::Outgoing;
use metrics::{counter, gauge};
use metrics_exporter_prometheus::PrometheusHandle;

use crate::{
    disk_space::{DiskWatch, LOOK_EVERY},
    listen::Stop,
    several_servers::server_group::ServerGroup,
    stores::Stores,
};
use measurements::UPKEEP_EVERY;
use merged_pages::Merged;
use repeat::{every, every_whole, log_failure};

/// How often uses of keys and sessions, failed sign-ins, refused origins and sightings of widgets are stored.
const FLUSH_NOTES_EVERY: Duration = Duration::from_secs(5);
/// How often due runs of monitors are started, sites whose day has ended are looked at, and waiting emails are counted.
const START_RUNS_EVERY: Duration = Duration::from_secs(60);
/// How often expired data is removed, notifications that depend on time are sent, and answers of an earlier release are read again.
const REMOVE_OLD_EVERY: Duration = Duration::from_secs(3_600);
/// How often the log of requests with keys is cut, which may grow by thousands in a second.
const CUT_LOG_EVERY: Duration = Duration::from_secs(60);
/// How often pages are merged whose site has new settings for pages.
const MERGE_PAGES_EVERY: Duration = Duration::from_secs(20);

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

/// Starts all scheduled work. It ends when `stop` is signaled.
pub fn start(
    app: App,
    stores: Stores,
    server_group: ServerGroup,
    disk: Option<Arc<DiskWatch>>,
    recorder: PrometheusHandle,
    readers: Readers,
    stop: Stop,
) {
    let noting = app.clone();
    // What it took from memory must be stored.
    tokio::spawn(every_whole(FLUSH_NOTES_EVERY, stop.clone(), async move || {
        log_failure("Uses of keys and sessions, or failed sign-ins, could not be stored", noting.flush_notes().await);
    }));
    let measured = stores.clone();
    let measuring = app.clone();
    tokio::spawn(every(UPKEEP_EVERY, stop.clone(), async move || {
        gauge!("askline_event_queue_depth").set(measured.events.waiting() as f64);
        measurements::record_shared_resources();
        if let Some(instructions) = measured.metadata.instructions() {
            counter!("askline_database_instructions_total").absolute(instructions);
        }
        gauge!("askline_uptime_seconds").set(measuring.clock().elapsed().as_secs_f64());
        recorder.run_upkeep();
    }));
    if let Some(disk) = disk {
        tokio::spawn(every(LOOK_EVERY, stop.clone(), async move || Arc::clone(&disk).look_aside().await));
    }
    let (counting, stored) = (app.clone(), stores.metadata.clone());
    tokio::spawn(every(REMOVE_OLD_EVERY, stop.clone(), async move || {
        let used = crawler_lists::use_stored(&counting, &*stored).await;
        log_failure("Stored lists of crawlers' addresses could not be read", used);
    }));
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
    let (scheduling, scheduled) = (app.clone(), stores.metadata.clone());
    tokio::spawn(every(START_RUNS_EVERY, stop.clone(), async move || {
        let started = monitor_runs::start_due_runs(&*scheduled, &scheduling.settings().engines, scheduling.now()).await;
        log_failure("Runs of monitors that are due could not be started", started);
        if scheduling.settings().mail
            && let Ok(health) = scheduled.mail_health().await
        {
            gauge!("askline_mails_waiting").set(health.waiting as f64);
            gauge!("askline_mail_failing").set(if health.failing_since.is_some() { 1.0 } else { 0.0 });
        }
    }));
    let (reading, first) = (stores.metadata.clone(), server_group.clone());
    tokio::spawn(every(REMOVE_OLD_EVERY, stop.clone(), async move || {
        if first.is_first() {
            log_failure("Stored answers could not be read again", new_readings::read_again(&*reading).await);
        }
    }));
    let (sending, company_of_reports) = (app.clone(), server_group.clone());
    tokio::spawn(every(START_RUNS_EVERY, stop.clone(), async move || {
        if !company_of_reports.is_first() {
            return;
        }
        if sending.settings().mail {
            // On a Monday at seven, there are many reports, and an alert does not wait for them.
            let sent = reports::send_due_alerts(sending.ports(), sending.now()).await;
            log_failure("Alerts that are due could not be sent", sent);
            let sent = reports::send_due_reports(sending.ports(), sending.now()).await;
            log_failure("Reports that are due could not be sent", sent);
        }
        let sent = reports::send_due_channel_reports(sending.ports(), sending.now()).await;
        log_failure("Reports that are due could not be sent to channels", sent);
    }));
    let (looking, company_of_alerts) = (app.clone(), server_group.clone());
    tokio::spawn(every(START_RUNS_EVERY, stop.clone(), async move || {
        if company_of_alerts.is_first() {
            let looked = alerts::look_at_sites(looking.ports(), looking.now()).await;
            log_failure("Sites could not be looked at for alerts", looked);
        }
    }));
    let (signing, company_of_signs) = (app.clone(), server_group.clone());
    let mut signs = outages::SignsOfLife::default();
    tokio::spawn(every(outages::LOOK_EVERY, stop.clone(), async move || {
        let looked = signs.look(signing.ports(), signing.clock(), company_of_signs.is_first()).await;
        log_failure("A sign of life could not be given, or an outage not be noted", looked);
    }));
    let (logging, company_of_log, clock) = (stores.metadata.clone(), server_group.clone(), app.clone());
    tokio::spawn(every(CUT_LOG_EVERY, stop.clone(), async move || {
        if company_of_log.is_first() {
            log_failure(
                "Old requests in the log of keys could not be removed",
                retention::remove_old_requests(&*logging, clock.now()).await,
            );
        }
    }));
    let (merging, company_of_merge) = (stores.clone(), server_group.clone());
    let mut merged = Merged::default();
    tokio::spawn(every(MERGE_PAGES_EVERY, stop.clone(), async move || {
        if company_of_merge.is_first() {
            log_failure("Pages that are one page could not be merged", merged.merge_changed(&merging).await);
        }
    }));
    tokio::spawn(every(REMOVE_OLD_EVERY, stop, async move || {
        let now = app.now();
        log_failure(
            "Old idempotency records could not be removed",
            retention::remove_old_records(&*stores.metadata, now).await,
        );
        log_failure("Ended sessions could not be removed", stores.metadata.remove_ended_sessions(now).await);
        log_failure("Ended apps could not be removed", stores.metadata.remove_ended_apps(now).await);
        log_failure("Expired links could not be removed", retention::remove_ended_tokens(&*stores.metadata, now).await);
        log_failure(
            "Used answers of passkeys could not be forgotten",
            retention::forget_used_ceremonies(&*stores.metadata, now).await,
        );
        log_failure(
            "Emails that no limit counts any more could not be forgotten",
            retention::forget_counted_mails(&*stores.metadata, now).await,
        );
        log_failure(
            "Expired records of known browsers and addresses could not be removed",
            retention::forget_old_visitors(&*stores.metadata, now).await,
        );
        log_failure(
            "The data of deleted sites and organizations could not be removed",
            take_up_removals(app.instance()).await,
        );
        if server_group.is_first() {
            log_failure("Old events could not be removed", retention::remove_old_events(&stores, now).await);
        }
        log_failure(
            "Answers of an earlier release could not be added to the sums",
            stores.metadata.add_missing_answers().await,
        );
        log_failure(
            "Notifications that depend on time could not be sent",
            notices::tell_what_time_brings(&*stores.metadata, now).await,
        );
        log_failure(
            "Old deliveries, answers and jobs could not be removed",
            retention::remove_old_work(&*stores.metadata, now).await,
        );
    }));
}
