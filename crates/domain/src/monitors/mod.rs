//! Monitors: questions that engines are asked repeatedly, to see whether they cite a site.

pub mod cadence;
pub mod engine;
pub mod engine_answer;
pub mod input;
pub mod run;
pub mod run_end;

use jiff::{SignedDuration, Timestamp, tz::TimeZone};

use crate::{
    citations::competitor::Competitor,
    monitors::{cadence::Cadence, engine::Engine},
    shared::ids::{MonitorId, SiteId},
};

/// Monitors of one site.
pub const MAX_MONITORS_PER_SITE: u32 = 100;
/// Characters of a question.
pub const MAX_QUERY_CHARACTERS: usize = 500;
/// How often a run asks each engine.
pub const MAX_SAMPLES_PER_RUN: u8 = 5;

/// A person's settings of a monitor, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MonitorSettings {
    /// The question, one line.
    pub query: String,
    /// The engines, each once.
    pub engines: Vec<Engine>,
    /// The cadence.
    pub cadence: Cadence,
    /// How often each engine is asked in a run: answers differ from one time to the next.
    pub samples_per_run: u8,
    /// The country of the search: ISO 3166-1 alpha-2 in capitals.
    pub region: Option<String>,
    /// The wanted language of answers: a tag in its usual casing.
    pub language: Option<String>,
    /// The competitors, each domain once.
    pub competitors: Vec<Competitor>,
    /// Whether it runs on its schedule.
    pub enabled: bool,
}

/// A monitor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Monitor {
    /// Its id.
    pub id: MonitorId,
    /// The site that is searched for.
    pub site_id: SiteId,
    /// A person's settings.
    pub settings: MonitorSettings,
    /// The next scheduled run; `None` for never.
    pub next_run_at: Option<Timestamp>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

impl Monitor {
    /// A new monitor of a site in the time zone `zone`.
    pub fn new(id: MonitorId, site_id: SiteId, settings: MonitorSettings, zone: &TimeZone, at: Timestamp) -> Self {
        let next_run_at = settings.next_run(id, zone, at);
        Self { id, site_id, settings, next_run_at, created_at: at, updated_at: at }
    }

    /// The monitor with other settings. A run that is due stays due, unless the cadence was changed.
    pub fn edited(&self, settings: MonitorSettings, zone: &TimeZone, at: Timestamp) -> Self {
        let schedule = |settings: &MonitorSettings| (settings.cadence, settings.enabled);
        let next_run_at = match schedule(&settings) == schedule(&self.settings) {
            true => self.next_run_at,
            false => settings.next_run(self.id, zone, at),
        };
        // Later in any case, so that no two edits have the same time.
        let updated_at = at.max(self.updated_at + SignedDuration::from_millis(1));
        Self { settings, next_run_at, updated_at, ..self.clone() }
    }
}

impl MonitorSettings {
    /// The next scheduled run of the monitor `id` with these settings.
    pub fn next_run(&self, id: MonitorId, zone: &TimeZone, after: Timestamp) -> Option<Timestamp> {
        if self.enabled { self.cadence.next_run(after, zone, id) } else { None }
    }
}
