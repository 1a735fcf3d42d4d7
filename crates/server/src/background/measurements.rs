//! Measurements for Prometheus: one recorder for the process, kept small by regular upkeep.

use std::{sync::OnceLock, time::Duration};

use metrics::{describe_counter, describe_gauge, describe_histogram, gauge};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

use crate::{VERSION, failure::Failure};

/// Upper bounds of the buckets of request durations, in seconds: from a response from memory to a stuck disk.
const REQUEST_SECONDS: &[f64] =
    &[0.0001, 0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];
/// How often the recorder aggregates its data.
pub const UPKEEP_EVERY: Duration = Duration::from_secs(5);

static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();

/// The recorder of this process, installed at the first call.
pub fn recorder() -> Result<PrometheusHandle, Failure> {
    if let Some(handle) = RECORDER.get() {
        return Ok(handle.clone());
    }
    let handle = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Full("askline_request_seconds".into()), REQUEST_SECONDS)
        .and_then(PrometheusBuilder::install_recorder)
        .map_err(|error| Failure::failed(format!("the measurements cannot be started: {error}")))?;
    describe_counter!("askline_requests_total", "Requests that were answered, by operation and class of status.");
    describe_histogram!("askline_request_seconds", "Seconds from a request to its answer, by operation.");
    describe_gauge!("askline_build_info", "Always 1; the version is a label.");
    describe_gauge!("askline_uptime_seconds", "Seconds since the server started.");
    describe_gauge!("askline_connections", "Connections that are open.");
    describe_counter!(
        "askline_connections_refused_total",
        "Connections that were closed since their address or network had enough."
    );
    describe_counter!(
        "askline_connections_ended_total",
        "Connections that were ended: idle for too long, slow to read an answer, or short of places."
    );
    describe_gauge!("askline_places_taken", "Places for heavy work that are taken, by work.");
    describe_counter!("askline_places_refused_total", "Requests that found no place in time, by work.");
    describe_counter!("askline_job_tries_total", "Tries of jobs, by kind.");
    describe_gauge!("askline_jobs_running", "Jobs that run now, by kind.");
    describe_gauge!("askline_nodes", "Servers on the same stores, as this one knows them.");
    describe_gauge!(
        "askline_redis_away",
        "1 while Redis does not answer, and for a minute after: this server grants its share of each limit."
    );
    describe_gauge!("askline_data_free_bytes", "Bytes that are free on the disk of the data folder.");
    describe_gauge!("askline_data_disk_bytes", "Bytes of the disk of the data folder.");
    describe_gauge!(
        "askline_backup_last_success_timestamp_seconds",
        "When the latest backup was made that was verified, as Unix time; 0: none yet."
    );
    describe_gauge!("askline_backup_every_seconds", "Seconds from one backup to the next, as the settings say.");
    describe_counter!("askline_backup_failures_total", "Tries to make a backup that failed.");
    describe_gauge!("askline_backup_bytes", "Bytes of the latest backup.");
    describe_gauge!("askline_backup_seconds", "Seconds that the latest backup took, with its verification.");
    describe_gauge!("askline_event_queue_depth", "Requests with events that wait for the disk.");
    gauge!("askline_build_info", "version" => VERSION).set(1.0);
    Ok(RECORDER.get_or_init(|| handle).clone())
}
