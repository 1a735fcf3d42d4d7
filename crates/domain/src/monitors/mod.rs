//! Monitors: questions that engines are asked repeatedly, to see whether they cite a site.

pub mod cadence;
pub mod choices;
pub mod failing_engine;
pub mod input;
pub mod run;
pub mod run_end;

use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    citations::competitor::Competitor,
    engines::Engine,
    monitors::cadence::Cadence,
    shared::{
        ids::{MonitorId, SiteId},
        rfc3339::{Moment, as_moment, as_moment_or_null},
    },
};

/// The maximum number of monitors of one site.
pub const MAX_MONITORS_PER_SITE: u32 = 100;
/// The maximum length of a question, in characters.
pub const MAX_QUERY_CHARACTERS: usize = 500;
/// The maximum number of times that a run asks each engine.
pub const MAX_SAMPLES_PER_RUN: u8 = 5;

/// The settings of a monitor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MonitorSettings {
    /// The question.
    pub query: String,
    /// The engines that are asked.
    pub engines: Vec<Engine>,
    /// How often it runs.
    pub cadence: Cadence,
    /// How many times each engine is asked in a run.
    pub samples_per_run: u8,
    /// The country of the search; if null, the engine chooses.
    pub region: Option<String>,
    /// The language of the answers; if null, the engine chooses.
    pub language: Option<String>,
    /// The competitors to look for.
    pub competitors: Vec<Competitor>,
    /// Whether it runs on its schedule.
    pub enabled: bool,
}

/// A monitor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Monitor {
    /// Its id.
    pub id: MonitorId,
    /// The site that answers are searched for.
    pub site_id: SiteId,
    /// The settings of the monitor.
    #[serde(flatten)]
    pub settings: MonitorSettings,
    /// When its next scheduled run is due; null if none is.
    #[serde(serialize_with = "as_moment_or_null")]
    #[schemars(with = "Option<Moment>")]
    pub next_run_at: Option<Timestamp>,
    /// When it was archived; null if it is not. An archived monitor asks nothing and keeps its answers.
    #[serde(serialize_with = "as_moment_or_null")]
    #[schemars(with = "Option<Moment>")]
    pub archived_at: Option<Timestamp>,
    /// When it was created.
    #[serde(serialize_with = "as_moment")]
    #[schemars(with = "Moment")]
    pub created_at: Timestamp,
    /// When it was last changed by someone.
    #[serde(serialize_with = "as_moment")]
    #[schemars(with = "Moment")]
    pub updated_at: Timestamp,
}

impl Monitor {
    /// A new monitor of a site in the time zone `zone`.
    pub fn new(id: MonitorId, site_id: SiteId, settings: MonitorSettings, zone: &TimeZone, at: Timestamp) -> Self {
        let next_run_at = settings.next_run(id, zone, at);
        Self { id, site_id, settings, next_run_at, archived_at: None, created_at: at, updated_at: at }
    }

    /// The monitor with other settings, archived or not. Its next run stays due at the same time, unless the cadence or
    /// `enabled` was changed, or it was archived or restored.
    pub fn edited(&self, settings: MonitorSettings, is_archived: bool, zone: &TimeZone, at: Timestamp) -> Self {
        let archived_at = is_archived.then(|| self.archived_at.unwrap_or(at));
        // Later than before even if the clock was set back, so that no two edits have the same time.
        let updated_at = at.max(self.updated_at + SignedDuration::from_millis(1));
        let after = Self { settings, archived_at, updated_at, ..self.clone() };
        let next_run_at = if after.schedule() == self.schedule() { self.next_run_at } else { after.next_run(zone, at) };
        Self { next_run_at, ..after }
    }

    /// Whether it is archived.
    pub fn is_archived(&self) -> bool {
        self.archived_at.is_some()
    }

    /// The next scheduled run after a time; `None` without a schedule.
    pub fn next_run(&self, zone: &TimeZone, after: Timestamp) -> Option<Timestamp> {
        if self.is_archived() { None } else { self.settings.next_run(self.id, zone, after) }
    }

    /// What decides when it runs.
    fn schedule(&self) -> (Cadence, bool, bool) {
        (self.settings.cadence, self.settings.enabled, self.is_archived())
    }
}

impl MonitorSettings {
    /// The next scheduled run of the monitor `id` with these settings; `None` without a schedule.
    pub fn next_run(&self, id: MonitorId, zone: &TimeZone, after: Timestamp) -> Option<Timestamp> {
        if self.enabled { self.cadence.next_run(after, zone, id) } else { None }
    }
}
