//! Notes requests with API keys. They are counted and collected in memory, and stored many at a time.
//!
//! A request only takes a lock for an instant. What does not fit until the next flush is dropped and counted: the log never
//! slows a request down. A killed process loses what it noted since the last flush.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use askline_app::ports::{StoreResult, requests::log::RequestLog};
use askline_domain::{
    requests::log::{KeyUse, LoggedRequest},
    shared::{
        calendar::Day,
        ids::{KeyId, OrgId},
    },
};
use jiff::tz::TimeZone;
use metrics::counter;

/// The maximum number of requests that are collected between two flushes.
const MAX_REQUESTS: usize = 5_000;
/// The maximum number of sums that are collected between two flushes.
const MAX_SUMS: usize = 20_000;
/// The maximum number of requests that one transaction stores, so that other writers do not wait long.
const REQUESTS_AT_ONCE: usize = 500;

/// The uses of one key on one day, route and status.
type Sum = (KeyId, Day, &'static str, &'static str, u16);

#[derive(Default)]
struct Notes {
    requests: Vec<LoggedRequest>,
    sums: HashMap<Sum, (OrgId, u64)>,
    dropped: u64,
}

impl Notes {
    /// Adds requests to a sum, if it is known or there is room for another one.
    fn add(&mut self, sum: Sum, org: OrgId, requests: u64) {
        let has_room = self.sums.len() < MAX_SUMS;
        match self.sums.get_mut(&sum) {
            Some((_, known)) => *known += requests,
            None if has_room => drop(self.sums.insert(sum, (org, requests))),
            None => self.dropped += requests,
        }
    }
}

/// A request with a key that was answered.
pub(crate) struct Answered {
    pub(crate) request: LoggedRequest,
    pub(crate) method: &'static str,
    pub(crate) route: &'static str,
}

/// The requests since the last flush.
#[derive(Default)]
pub struct RequestNotes(Mutex<Notes>);

impl RequestNotes {
    /// Notes a request.
    pub(crate) fn note(&self, answered: Answered) {
        let Answered { request, method, route } = answered;
        let sum = (request.key_id, Day::of(request.at, &TimeZone::UTC), method, route, request.status);
        let mut notes = self.notes();
        notes.add(sum, request.org_id, 1);
        if notes.requests.len() < MAX_REQUESTS { notes.requests.push(request) } else { notes.dropped += 1 }
    }

    /// Stores every note. If that fails, the sums are noted again, and the requests are dropped and counted.
    pub async fn flush(&self, log: &dyn RequestLog) -> StoreResult<()> {
        let Notes { requests, sums, dropped } = std::mem::take(&mut *self.notes());
        count_dropped(dropped);
        if requests.is_empty() && sums.is_empty() {
            return Ok(());
        }
        let uses: Vec<KeyUse> = sums
            .iter()
            .map(|((key_id, day, method, route, status), (org_id, requests))| KeyUse {
                org_id: *org_id,
                key_id: *key_id,
                day: *day,
                method: (*method).to_owned(),
                route: (*route).to_owned(),
                status: *status,
                requests: *requests,
            })
            .collect();
        // The sums are stored with the first part of the requests.
        let mut parts = requests.chunks(REQUESTS_AT_ONCE);
        if let Err(error) = log.record_requests(parts.next().unwrap_or_default(), &uses).await {
            count_dropped(requests.len() as u64);
            let mut notes = self.notes();
            for (sum, (org, requests)) in sums {
                notes.add(sum, org, requests);
            }
            return Err(error);
        }
        for part in parts {
            if let Err(error) = log.record_requests(part, &[]).await {
                count_dropped(part.len() as u64);
                return Err(error);
            }
        }
        Ok(())
    }

    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn count_dropped(requests: u64) {
    if requests > 0 {
        counter!("askline_logged_requests_dropped_total").increment(requests);
    }
}

#[cfg(test)]
mod tests {
    use askline_domain::shared::ids::{Id as _, RequestId};
    use jiff::Timestamp;

    use super::*;

    #[test]
    fn what_does_not_fit_is_dropped_and_counted_and_never_grows() {
        let notes = RequestNotes::default();
        for number in 0..MAX_SUMS as u128 + 100 {
            let request = LoggedRequest {
                id: RequestId::from_bits(number),
                org_id: OrgId::from_bits(1),
                key_id: KeyId::from_bits(number),
                at: Timestamp::UNIX_EPOCH,
                method: "GET".into(),
                route: "/api/v1/sites".into(),
                status: 200,
                code: None,
                duration_ms: 1,
            };
            notes.note(Answered { request, method: "GET", route: "/api/v1/sites" });
        }
        let found = notes.notes();
        assert_eq!((found.requests.len(), found.sums.len()), (MAX_REQUESTS, MAX_SUMS));
        assert_eq!(found.dropped as usize, 100 + MAX_SUMS + 100 - MAX_REQUESTS);
    }
}
