//! Answers kept ready as long as nothing in them changed, never longer.

use askline_domain::{analytics::series::Interval, calendar::Window, id::SiteId, ports::AnalyticsFilter};
use bytes::Bytes;
use moka::sync::Cache;

use super::question::{Before, Question};
use crate::caller::{Call, SiteAccess};

/// Bytes of answers that are kept.
const BYTES_MOST: u64 = 16 * 1024 * 1024;

/// What an answer is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Key {
    report: (&'static str, bool),
    site: SiteId,
    window: Window,
    interval: Interval,
    before: Option<Before>,
    csv: bool,
    filter: AnalyticsFilter,
}

impl Key {
    /// The key of a report about a question, with or without what can be included. The window's dates are in it, and the hour up to which is compared,
    /// so neither midnight nor a new hour needs care.
    pub fn of(report: (&'static str, bool), call: &Call<SiteAccess>, question: &Question) -> Self {
        Self {
            report,
            site: call.tenant.site.site.id,
            window: question.window,
            interval: question.interval,
            before: question.before,
            csv: question.csv,
            filter: question.filter.clone(),
        }
    }
}

/// What an answer was made from: the site's counters and the metadata.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    revision: u64,
    generation: u64,
}

impl State {
    /// The state now.
    pub fn of(call: &Call<SiteAccess>) -> Self {
        let ports = call.app.ports();
        Self { revision: ports.analytics.revision(call.tenant.site.site.id), generation: ports.changes.generation() }
    }
}

/// Answers by question.
pub struct ReadyAnswers(Cache<Key, (State, Bytes)>);

impl Default for ReadyAnswers {
    fn default() -> Self {
        Self(
            Cache::builder()
                .max_capacity(BYTES_MOST)
                .weigher(|_: &Key, (_, json): &(State, Bytes)| u32::try_from(json.len() + 200).unwrap_or(u32::MAX))
                .build(),
        )
    }
}

impl ReadyAnswers {
    /// The answer, if it was made from this very state.
    pub fn get(&self, key: &Key, state: State) -> Option<Bytes> {
        self.0.get(key).filter(|(made_from, _)| *made_from == state).map(|(_, json)| json)
    }

    /// Keeps an answer.
    pub fn put(&self, key: Key, state: State, json: Bytes) {
        self.0.insert(key, (state, json));
    }
}
