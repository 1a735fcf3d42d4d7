//! Measurements for Prometheus: one recorder for the process, kept small by regular upkeep.

use std::{sync::OnceLock, time::Duration};

use askline_app::{
    ports::StoreResult,
    shares::registry::{self, Share},
};
use metrics::{counter, describe_counter, describe_gauge, describe_histogram, gauge};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

use super::scheduled::Scheduled;
use crate::{VERSION, failure::Failure};

/// Upper bounds of the buckets of request durations, in seconds: from a response from memory to a stuck disk.
const REQUEST_SECONDS: &[f64] =
    &[0.0001, 0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];
/// How often the recorder aggregates its data, and the gauges of the queue, the uptime and the disk are updated.
pub const UPKEEP_EVERY: Duration = Duration::from_secs(5);

static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();

/// The recorder of this process, installed at the first call.
pub fn recorder() -> Result<PrometheusHandle, Failure> {
    if let Some(handle) = RECORDER.get() {
        return Ok(handle.clone());
    }
    let handle = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Full("askline_request_duration_seconds".into()), REQUEST_SECONDS)
        .and_then(PrometheusBuilder::install_recorder)
        .map_err(|error| Failure::failed(format!("the measurements cannot be started: {error}")))?;
    describe_counter!("askline_requests_total", "Requests that were answered, by operation and status class.");
    describe_histogram!("askline_request_duration_seconds", "Seconds from a request to its response, by operation.");
    describe_gauge!("askline_build_info", "Always 1; the version is a label.");
    describe_gauge!("askline_uptime_seconds", "Seconds since the server started.");
    describe_gauge!("askline_connections", "Connections that are open.");
    describe_counter!(
        "askline_connections_refused_total",
        "Connections that were closed because their address or network had too many."
    );
    describe_counter!(
        "askline_connections_ended_total",
        "Connections that were ended: idle for too long, slow to read a response, or to free a slot."
    );
    describe_gauge!("askline_pool_slots_used", "Slots for heavy work that are in use, by pool.");
    describe_counter!("askline_pool_refusals_total", "Requests that got no slot in time, by pool.");
    describe_counter!("askline_job_attempts_total", "Attempts to run jobs, by kind.");
    describe_gauge!("askline_shared_slots", "Slots of a shared resource, in total.");
    describe_gauge!("askline_shared_slots_taken", "Slots of a shared resource that are in use.");
    describe_gauge!(
        "askline_shared_slots_of_one",
        "Slots of a shared resource that one organization, address or account may hold; `when` says whether always, or only \
         while another waits."
    );
    describe_counter!("askline_shared_slots_refused_total", "Requests that got no slot of a shared resource.");
    describe_counter!(
        "askline_database_instructions_total",
        "Instructions that SQLite ran for statements about everything but events."
    );
    describe_gauge!("askline_jobs_running", "Jobs that are running, by kind.");
    describe_gauge!("askline_servers", "Servers on the same stores that this server knows of, itself included.");
    describe_gauge!(
        "askline_database_unavailable",
        "1 while PostgreSQL does not confirm this server's commits, for example because a synchronous replica is away."
    );
    describe_gauge!("askline_data_writable", "1 while the disk of the data folder can be written to and has room.");
    describe_gauge!(
        "askline_redis_unavailable",
        "1 while Redis does not answer, and for a minute afterwards: this server allows only its share of each limit."
    );
    describe_gauge!("askline_data_free_bytes", "Free bytes on the disk of the data folder.");
    describe_gauge!("askline_data_disk_bytes", "Total bytes of the disk of the data folder.");
    describe_gauge!(
        "askline_backup_last_success_timestamp_seconds",
        "Unix time at which the latest verified backup was made; 0 before the first one."
    );
    describe_gauge!("askline_backup_every_seconds", "Seconds between two backups, according to the settings.");
    describe_counter!("askline_backup_failures_total", "Failed attempts to make a backup.");
    describe_gauge!("askline_backup_bytes", "Size of the latest backup in bytes.");
    describe_gauge!(
        "askline_backup_duration_seconds",
        "Seconds that the latest backup took, including its verification."
    );
    describe_gauge!("askline_event_queue_depth", "Events that wait to be stored.");
    describe_gauge!("askline_mails_waiting", "Emails that wait to be sent.");
    describe_gauge!("askline_mail_failing", "1 while the mail server accepts no email, otherwise 0.");
    gauge!("askline_build_info", "version" => VERSION).set(1.0);
    Ok(RECORDER.get_or_init(|| handle).clone())
}

/// Records the queue, the uptime, and what callers share.
pub(super) fn record(Scheduled { app, stores, .. }: &Scheduled) {
    gauge!("askline_event_queue_depth").set(stores.events.waiting() as f64);
    record_shared_resources();
    if let Some(instructions) = stores.metadata.instructions() {
        counter!("askline_database_instructions_total").absolute(instructions);
    }
    gauge!("askline_uptime_seconds").set(app.clock().elapsed().as_secs_f64());
}

/// Records how many emails wait, and whether the mail server accepts them; returns how many wait.
pub(super) async fn count_waiting_mails(Scheduled { app, stores, .. }: &Scheduled) -> StoreResult<u64> {
    if !app.settings().mail {
        return Ok(0);
    }
    let health = stores.metadata.mail_health().await?;
    gauge!("askline_mails_waiting").set(health.waiting as f64);
    gauge!("askline_mail_failing").set(if health.failing_since.is_some() { 1.0 } else { 0.0 });
    Ok(health.waiting)
}

/// Records what callers share, and how much of it is in use.
fn record_shared_resources() {
    for resource in registry::every() {
        let limits = resource.limits;
        gauge!("askline_shared_slots", "resource" => limits.name).set(limits.total as f64);
        gauge!("askline_shared_slots_taken", "resource" => limits.name).set(resource.in_use() as f64);
        counter!("askline_shared_slots_refused_total", "resource" => limits.name).absolute(resource.refused());
        for (holder, share) in
            [("organization", limits.organization), ("address", limits.address), ("account", limits.account)]
        {
            let (slots, when) = match share {
                Share::Always(slots) => (slots, "always"),
                Share::WhileOthersWait(slots) => (slots, "while others wait"),
                Share::None => continue,
            };
            gauge!("askline_shared_slots_of_one", "resource" => limits.name, "holder" => holder, "when" => when)
                .set(slots as f64);
        }
    }
}
