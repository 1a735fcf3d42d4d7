//! The citation report of a site: rates by engine and monitor, trends, current clear changes.

mod competitors;
mod rates;
mod trend;

use askline_domain::{
    citations::{
        citation_change::CitationChange,
        run_change::{RunChange, with_changes},
        summary::engines_of_monitor,
    },
    engines::Engine,
    monitors::{
        MAX_MONITORS_PER_SITE,
        run::{MonitorRun, RunStatus},
    },
    shared::{
        calendar::Window,
        ids::{MonitorId, RunId, SiteId},
        paging::PageRequest,
        rfc3339::Moment,
    },
};
use jiff::{Timestamp, tz::TimeZone};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::{
    competitors::{CompetitorRates, by_competitor},
    rates::{Answers, EngineRates, Rates, told_together},
    trend::{CitationDay, CitationWeek, EngineTrend, by_day, by_engine_and_day, by_week},
};
use crate::{
    ports::{
        StoreResult,
        all::Ports,
        monitors::{CitationFilter, MonitorState},
    },
    present_fields::every_field_present,
};

/// How visible the site is in the answers of engines.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CitationSummary {
    /// Over all engines.
    pub totals: Rates,
    /// Every engine, in the service's order; those without answers have no rates.
    pub by_engine: Vec<EngineRates>,
    /// Every day of the period, oldest first. A run counts on the day of its first answer or failure.
    pub series: Vec<CitationDay>,
    /// Every whole week of the period, oldest first; the last one ends with the period.
    pub series_by_week: Vec<CitationWeek>,
    /// The engines that have answers in the period, with one number for each row of `series`.
    pub series_by_engine: Vec<EngineTrend>,
    /// The current clear changes of citation rates, newest first, as `list_changes` returns them. Nothing else says that a rate
    /// changed.
    pub changes: Vec<CitationChange>,
    /// With `groupBy=monitor`: every monitor, newest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_monitor: Option<Vec<MonitorRates>>,
    /// With `groupBy=competitor`: every competitor that was looked for in the period, most cited first, at most 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_competitor: Option<Vec<CompetitorRates>>,
    /// With `compare=previous`: the previous period of the same length; until the last day has ended, up to the same
    /// time of day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<PreviousRates>,
}

/// The rates of the previous period.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreviousRates {
    /// Over all engines.
    pub totals: Rates,
    /// Every engine, in the service's order.
    pub by_engine: Vec<EngineRates>,
}

/// The rates of one monitor.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct MonitorRates {
    /// The monitor's id.
    pub monitor_id: MonitorId,
    /// Its question as it is now.
    pub query: String,
    /// Its rates over all engines.
    #[serde(flatten)]
    pub rates: Rates,
    /// Each engine that it asks, or has answers or failures from.
    pub by_engine: Vec<EngineRates>,
    /// Its latest run, even if outside the period; null if it never ran.
    pub last_run: Option<LastRun>,
}

/// The latest run of a monitor, and the current changes of its rates.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct LastRun {
    /// Its id.
    pub id: RunId,
    /// Its status.
    pub status: RunStatus,
    /// When it ended; null while it runs.
    pub finished_at: Option<Moment>,
    /// For each engine that answered in this run and in an earlier one: its answers compared with the previous run, and
    /// the current clear change, if there is one. Empty until the run ends.
    pub changes: Vec<RunChange>,
    /// The engines with a current clear change of the rate of this question.
    pub marked_engines: Vec<Engine>,
}

impl LastRun {
    /// The latest run, with those of the current changes that are about its question.
    fn of(run: MonitorRun, current: &[CitationChange]) -> Self {
        let changes = with_changes(run.changes, run.monitor_id, current);
        let of_question = current.iter().filter(|change| change.monitor_id == Some(run.monitor_id));
        let mut marked_engines: Vec<Engine> = of_question.filter_map(|change| change.engine).collect();
        marked_engines.sort_unstable();
        Self { id: run.id, status: run.status, finished_at: run.finished_at.map(Moment), changes, marked_engines }
    }
}

/// A request for the citation report of a site.
pub struct CitationQuestion<'q> {
    /// The site.
    pub site: SiteId,
    /// Its time zone.
    pub time_zone: &'q TimeZone,
    /// The days.
    pub window: Window,
    /// Which citations are included; `cited` is ignored.
    pub filter: CitationFilter,
    /// The earlier window with which this one is compared, if any.
    pub before: Option<Window>,
    /// How the rates are grouped in addition to engines.
    pub group_by: Option<GroupBy>,
    /// Whether costs are shown.
    pub shows_costs: bool,
    /// The time.
    pub now: Timestamp,
}

/// How the rates are grouped in addition to engines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "CitationsGroupBy")]
pub enum GroupBy {
    /// By the monitor that asked.
    Monitor,
    /// By the competitors that were looked for.
    Competitor,
}

impl CitationQuestion<'_> {
    /// The changes of the engine and the monitor that the request is limited to.
    fn only_about(&self, mut changes: Vec<CitationChange>) -> Vec<CitationChange> {
        let (engine, monitor) = (self.filter.engine, self.filter.monitor);
        changes.retain(|change| engine.is_none() || change.engine == engine);
        changes.retain(|change| monitor.is_none() || change.monitor_id == monitor);
        changes
    }

    /// The filter of the earlier window. Until the last day has ended, both windows end at the same time of day.
    fn filter_before(&self, window: Window) -> CitationFilter {
        let (from, before) = window.moments(self.time_zone);
        let days = jiff::Span::new().days(self.window.from.0 - window.from.0);
        let same_time = self.now.to_zoned(self.time_zone.clone()).checked_sub(days);
        let before = same_time.map_or(before, |zoned| zoned.timestamp().clamp(from, before));
        CitationFilter { from, before, ..self.filter }
    }
}

/// Summarizes what engines' answers say about a site.
pub async fn read(ports: &Ports, asked: CitationQuestion<'_>) -> StoreResult<CitationSummary> {
    let (monitors, site, zone) = (&ports.monitors, asked.site, asked.time_zone);
    let filter_before = asked.before.map(|window| asked.filter_before(window));
    let now = monitors.run_answers(site, &asked.filter).await?;
    let before = match &filter_before {
        Some(filter) => Some(monitors.run_answers(site, filter).await?),
        None => None,
    };
    // Whole weeks are compared, so the previous window counts as ended where this one begins.
    let bounds_before = (asked.before.unwrap_or_else(|| asked.window.previous()), zone);
    let bounds = (asked.window, zone);
    let costs = asked.shows_costs;
    let compared = before.as_deref().map(|before| (before, bounds_before));
    let found = Answers { now: &now, bounds, before: compared, costs };
    let current = monitors.current_changes(&[site], asked.now).await?;
    let by_monitor = match asked.group_by {
        Some(GroupBy::Monitor) => Some(by_monitor(ports, &asked, found, &current).await?),
        Some(GroupBy::Competitor) | None => None,
    };
    let by_competitor = match asked.group_by {
        Some(GroupBy::Competitor) => {
            let of_competitors = monitors.competitor_answers(site, &asked.filter).await?;
            let before = match &filter_before {
                Some(filter) => Some((monitors.competitor_answers(site, filter).await?, bounds_before)),
                None => None,
            };
            Some(by_competitor(of_competitors, &now, bounds, before))
        }
        Some(GroupBy::Monitor) | None => None,
    };
    let engines: Vec<Engine> =
        Engine::EVERY.into_iter().filter(|engine| asked.filter.engine.is_none_or(|wanted| wanted == *engine)).collect();
    let previous = before.as_deref().map(|before| {
        let before = Answers { now: before, bounds: bounds_before, before: None, costs };
        PreviousRates { totals: before.rates(|_| true), by_engine: before.by_engine(&engines, |_| true) }
    });
    let mut of_engines = found.by_engine(&engines, |_| true);
    told_together(of_engines.iter_mut().map(|one| &mut one.rates.cited));
    Ok(CitationSummary {
        totals: found.rates(|_| true),
        by_engine: of_engines,
        series: by_day(&now, asked.window, zone),
        series_by_week: by_week(&now, asked.window, zone),
        series_by_engine: by_engine_and_day(&now, asked.window, zone),
        changes: asked.only_about(current),
        by_monitor,
        by_competitor,
        previous,
    })
}

async fn by_monitor(
    ports: &Ports,
    asked: &CitationQuestion<'_>,
    found: Answers<'_>,
    current: &[CitationChange],
) -> StoreResult<Vec<MonitorRates>> {
    let page = PageRequest { limit: MAX_MONITORS_PER_SITE, ..PageRequest::NEWEST };
    let monitors = ports.monitors.monitors(asked.site, page).await?.items;
    let wanted = |state: &MonitorState| asked.filter.monitor.is_none_or(|wanted| wanted == state.monitor.id);
    let rates = |state: MonitorState| {
        let (id, settings) = (state.monitor.id, state.monitor.settings);
        let mut engines = engines_of_monitor(id, &settings.engines, found.now);
        engines.retain(|engine| asked.filter.engine.is_none_or(|wanted| wanted == *engine));
        MonitorRates {
            monitor_id: id,
            rates: found.rates(|one| one.monitor == id),
            by_engine: found.by_engine(&engines, |one| one.monitor == id),
            last_run: state.last_run.map(|run| LastRun::of(run, current)),
            query: settings.query,
        }
    };
    let mut found: Vec<MonitorRates> = monitors.into_iter().filter(wanted).map(rates).collect();
    told_together(found.iter_mut().map(|monitor| &mut monitor.rates.cited));
    told_together(found.iter_mut().flat_map(|monitor| &mut monitor.by_engine).map(|one| &mut one.rates.cited));
    Ok(found)
}
