//! Cached analytics answers, kept as long as nothing in them changed, never longer.

use askline_app::{
    ports::{
        analytics::AnalyticsStore,
        changes::{Changes, Subject},
    },
    reports::question::Question,
};
use askline_domain::{shared::ids::SiteId, sites::Site};
use bytes::Bytes;
use moka::sync::Cache;

/// Bytes of answers that are kept.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// What an answer is about. The window's dates are in it, and the hour up to which is compared, so neither midnight nor a new
/// hour needs care.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Key {
    /// The report, with or without what can be included.
    pub report: (&'static str, bool),
    /// The site.
    pub site: SiteId,
    /// What is asked.
    pub asked: Question,
    /// Whether it is CSV.
    pub csv: bool,
}

/// What an answer was made from: the site's counters, and the metadata at a generation.
#[derive(Debug, Clone, Copy)]
pub struct State {
    revision: u64,
    generation: u64,
    subjects: [Subject; 2],
}

impl State {
    /// The state of a site now.
    pub fn of(site: &Site, analytics: &dyn AnalyticsStore, changes: &dyn Changes) -> Self {
        Self {
            revision: analytics.revision(site.id),
            generation: changes.generation(),
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
                .max_capacity(MAX_BYTES)
                .weigher(|_: &Key, (_, json): &(State, Bytes)| u32::try_from(json.len() + 200).unwrap_or(u32::MAX))
                .build(),
        )
    }
}

impl ReadyAnswers {
    /// The answer, if nothing changed that it is based on.
    pub fn get(&self, key: &Key, state: &State, changes: &dyn Changes) -> Option<Bytes> {
        self.0.get(key).filter(|(made_from, _)| made_from.still_holds(state, changes)).map(|(_, json)| json)
    }

    /// Keeps an answer.
    pub fn put(&self, key: Key, state: State, json: Bytes) {
        self.0.insert(key, (state, json));
    }
}
