//! Caches analytics reports until something in them changes.

use askline_app::{
    ports::{
        analytics::AnalyticsStore,
        changes::{Changes, Subject},
    },
    reports::{question::Question, reads::ReadsQuestion},
};
use askline_domain::{
    shared::ids::{SharedLinkId, SiteId},
    sites::Site,
};
use bytes::Bytes;
use jiff::Timestamp;
use moka::sync::Cache;

/// The maximum size of the cached reports, in bytes.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// What a report is about. It contains the dates of the period, and the hour up to which periods are compared, so neither
/// midnight nor a new hour needs special care.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Key {
    /// The report, and whether it includes its optional parts.
    pub report: (&'static str, bool),
    /// The site.
    pub site: SiteId,
    /// The question.
    pub asked: Asked,
    /// Whether it is CSV.
    pub csv: bool,
}

/// A question that a report answers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Asked {
    /// About what readers and assistants did.
    Counters(Question),
    /// About what a shared link shows, whose settings are among the site's metadata.
    Shared(SharedLinkId, Question),
    /// About what crawlers read, with how many address lists are in use and how old they are.
    Reads(ReadsQuestion, (u64, Option<Timestamp>)),
}

/// What a report was created from: the site's counters, and the metadata at a generation.
#[derive(Debug, Clone, Copy)]
pub struct State {
    revision: u64,
    generation: u64,
    subjects: [Subject; 2],
}

impl State {
    /// The current state of a site.
    pub fn of(site: &Site, analytics: &dyn AnalyticsStore, changes: &dyn Changes) -> Self {
        Self {
            revision: analytics.revision(site.id),
            generation: changes.generation(),
            subjects: [Subject::Site(site.id), Subject::Organization(site.org_id)],
        }
    }

    /// Whether a report created from `self` is still valid at `now`.
    fn still_holds(&self, now: &Self, changes: &dyn Changes) -> bool {
        self.revision == now.revision && !changes.may_have_changed(&self.subjects, self.generation)
    }
}

/// The reports by question.
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
    /// The report, if nothing that it is based on has changed.
    pub fn get(&self, key: &Key, state: &State, changes: &dyn Changes) -> Option<Bytes> {
        self.0.get(key).filter(|(made_from, _)| made_from.still_holds(state, changes)).map(|(_, json)| json)
    }

    /// Stores a report.
    pub fn put(&self, key: Key, state: State, json: Bytes) {
        self.0.insert(key, (state, json));
    }
}
