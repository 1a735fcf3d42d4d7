//! Answers kept ready as long as nothing in them changed, never longer.

use askline_domain::{
    analytics::series::Interval,
    ports::{
        analytics::AnalyticsFilter,
        changes::{Changes, Subject},
    },
    shared::{calendar::Window, ids::SiteId},
};
use bytes::Bytes;
use moka::sync::Cache;

use super::question::{Before, Question};
use crate::pipeline::caller::{Call, SiteAccess};

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

/// What an answer was made from: the site's counters, and the metadata at a generation.
#[derive(Debug, Clone, Copy)]
pub struct State {
    revision: u64,
    generation: u64,
    subjects: [Subject; 2],
}

impl State {
    /// The state now.
    pub fn of(call: &Call<SiteAccess>) -> Self {
        let ports = call.app.ports();
        let site = &call.tenant.site.site;
        Self {
            revision: ports.analytics.revision(site.id),
            generation: ports.changes.generation(),
            subjects: [Subject::Site(site.id), Subject::Organization(site.org_id)],
        }
    }

    /// Whether an answer made from `self` is the one that `now` gives.
    fn still_holds(&self, now: &Self, changes: &dyn Changes) -> bool {
        self.revision == now.revision && !changes.may_have_changed(&self.subjects, self.generation)
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
    /// The answer, if nothing changed that it was made from.
    pub fn get(&self, key: &Key, state: &State, changes: &dyn Changes) -> Option<Bytes> {
        self.0.get(key).filter(|(made_from, _)| made_from.still_holds(state, changes)).map(|(_, json)| json)
    }

    /// Keeps an answer.
    pub fn put(&self, key: Key, state: State, json: Bytes) {
        self.0.insert(key, (state, json));
    }
}
