//! The idempotent requests that this process is executing. A request is here only while it runs.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
};

use askline_domain::requests::idempotency::IdempotencyTicket;

use crate::pipeline::error::{ApiError, Code};

/// The maximum number of idempotent requests that run at the same time in one process.
const MAX_RUNNING: usize = 10_000;

/// The idempotent requests that this process is executing.
#[derive(Clone, Default)]
pub(crate) struct RunningRequests(Arc<Mutex<HashSet<[u8; 32]>>>);

/// A running request. Dropping it ends it: the request was answered, failed, or was canceled by its client.
pub(crate) struct Running {
    requests: RunningRequests,
    ticket: [u8; 32],
}

impl RunningRequests {
    /// Starts a request. Fails if one with the same ticket is running, or too many are.
    pub(crate) fn begin(&self, ticket: &IdempotencyTicket) -> Result<Running, ApiError> {
        let ticket = ticket.digest().0;
        let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if running.len() >= MAX_RUNNING {
            return Err(ApiError {
                retry_after: Some(1),
                ..ApiError::new(Code::Unavailable, "Too many requests with an Idempotency-Key are in progress.")
            });
        }
        if !running.insert(ticket) {
            return Err(ApiError {
                retry_after: Some(1),
                ..ApiError::new(
                    Code::IdempotencyInProgress,
                    "A request with this Idempotency-Key is still in progress.",
                )
            });
        }
        Ok(Running { requests: self.clone(), ticket })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.requests.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.ticket);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticket(key: &str) -> IdempotencyTicket {
        IdempotencyTicket { caller: "usr_1".into(), route: "POST /api/v1/sites?".into(), key: key.into() }
    }

    #[test]
    fn a_request_is_in_progress_only_while_it_runs() {
        let requests = RunningRequests::default();
        let running = requests.begin(&ticket("k")).expect("nobody does it");
        let refused = requests.begin(&ticket("k")).err().expect("it is being done");
        assert_eq!((refused.code, refused.retry_after), (Code::IdempotencyInProgress, Some(1)));
        assert!(requests.begin(&ticket("k2")).is_ok());
        drop(running);
        assert!(requests.begin(&ticket("k")).is_ok());
    }

    #[test]
    fn what_is_remembered_of_running_requests_is_bounded() {
        let requests = RunningRequests::default();
        let running: Vec<_> =
            (0..MAX_RUNNING).map(|n| requests.begin(&ticket(&n.to_string())).expect("there is room")).collect();
        assert_eq!(requests.begin(&ticket("one more")).err().map(|error| error.code), Some(Code::Unavailable));
        drop(running);
        assert!(requests.begin(&ticket("one more")).is_ok());
    }
}
