//! Logs and measures every request.

use std::time::Duration;

use axum::http::StatusCode;
use metrics::{Counter, Histogram, counter, histogram};

use crate::pipeline::unavailable;

const CLASSES: [&str; 4] = ["2xx", "3xx", "4xx", "5xx"];

/// The measurements of one operation, looked up once.
#[derive(Debug, Clone)]
pub(crate) struct Measures {
    operation: &'static str,
    by_class: [Counter; CLASSES.len()],
    seconds: Histogram,
}

impl Measures {
    /// The measurements of an operation. To be created when a request arrives: metrics that are created before the recorder is
    /// installed record nothing.
    pub(crate) fn of(operation: &'static str) -> Self {
        Self {
            operation,
            by_class: CLASSES
                .map(|class| counter!("askline_requests_total", "operation" => operation, "status" => class)),
            seconds: histogram!("askline_request_duration_seconds", "operation" => operation),
        }
    }

    /// Counts a finished request and logs it: our own failures as warnings, everything else at debug level. Responses with 503
    /// often come in large numbers and are [logged together](crate::pipeline::unavailable).
    pub(crate) fn record(&self, status: StatusCode, took: Duration) {
        let class = usize::from(status.as_u16() / 100).clamp(2, 5) - 2;
        self.by_class[class].increment(1);
        self.seconds.record(took.as_secs_f64());
        let operation = self.operation;
        if status == StatusCode::SERVICE_UNAVAILABLE {
            unavailable::answered(operation);
        }
        if status.is_server_error() && status != StatusCode::SERVICE_UNAVAILABLE {
            tracing::warn!(
                operation,
                status = status.as_u16(),
                took_ms = took.as_millis(),
                "Failed to answer {operation}"
            );
        } else {
            tracing::debug!(operation, status = status.as_u16(), took_ms = took.as_millis(), "Answered {operation}");
        }
    }
}
