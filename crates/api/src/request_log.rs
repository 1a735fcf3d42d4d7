//! What is logged and measured of every request.

use std::time::Duration;

use axum::http::StatusCode;
use metrics::{counter, histogram};

/// Counts a finished request and logs it: failures of ours as warnings, everything else in detail level.
pub(crate) fn record(operation: &'static str, status: StatusCode, took: Duration) {
    let class = match status.as_u16() / 100 {
        2 => "2xx",
        3 => "3xx",
        4 => "4xx",
        _ => "5xx",
    };
    counter!("askline_requests_total", "operation" => operation, "status" => class).increment(1);
    histogram!("askline_request_seconds", "operation" => operation).record(took.as_secs_f64());
    if status.is_server_error() {
        tracing::warn!(operation, status = status.as_u16(), took_ms = took.as_millis(), "Failed to answer {operation}");
    } else {
        tracing::debug!(operation, status = status.as_u16(), took_ms = took.as_millis(), "Answered {operation}");
    }
}
