//! The citation rates whose change became clear within a period, each with a passage.

use askline_domain::{
    citations::citation_change::CitationChange,
    reports::news::{News, NewsCode},
    shared::{
        calendar::Window,
        ids::Id as _,
        paging::{MAX_PAGE_ROWS, PageRequest},
    },
};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    ports::{
        StoreResult,
        all::Ports,
        monitors::{ChangeFilter, CitationFilter},
    },
    present_fields::every_field_present,
    reports::question::ReportedSite,
};

/// The maximum number of changes in a report.
const MAX_CHANGES: usize = 10;
/// The maximum number of pages of changes that are read: those after an old period are newer, and read first.
const MAX_PAGES: usize = 10;

/// A clear change of a citation rate in a report.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(transform = every_field_present)]
pub struct ReportedChange {
    /// The change, as `list_changes` returns it.
    pub change: CitationChange,
    /// What an answer that cites the site says about it, the latest of the period; for a fall, the latest before the change. Null
    /// without such an answer.
    pub passage: Option<String>,
}

impl ReportedChange {
    /// The news about it.
    pub(super) fn news(&self) -> News {
        let change = &self.change;
        let code = if change.is_rise() { NewsCode::CitationGained } else { NewsCode::CitationLost };
        News {
            engine: change.engine,
            value: Some(change.after.rate),
            previous: Some(change.before.rate),
            ..News::plain(code, change.query.clone())
        }
    }
}

/// Reads the changes that became clear in a window, newest first. Those that another change explains are left out.
pub(super) async fn of_window(
    ports: &Ports,
    site: ReportedSite<'_>,
    window: Window,
    now: Timestamp,
) -> StoreResult<Vec<ReportedChange>> {
    let (from, before) = window.moments(site.time_zone);
    let filter = ChangeFilter { since: Some(from), level: None };
    let mut page = PageRequest { limit: MAX_PAGE_ROWS, before: None };
    let mut changes: Vec<CitationChange> = Vec::new();
    for _ in 0..MAX_PAGES {
        let found = ports.monitors.citation_changes(site.site.id, &filter, page, now).await?;
        page.before = found.items.last().map(|last| last.id.bits());
        changes.extend(found.items.into_iter().filter(|one| one.is_reported() && one.clear_at < before));
        if !found.has_more || changes.len() >= MAX_CHANGES {
            break;
        }
    }
    changes.truncate(MAX_CHANGES);
    let mut reported = Vec::with_capacity(changes.len());
    for change in changes {
        let passage = passage(ports, site, &change, (from, before)).await?;
        reported.push(ReportedChange { change, passage });
    }
    Ok(reported)
}

/// The passage of the latest answer that cites the site and that the change is about.
async fn passage(
    ports: &Ports,
    site: ReportedSite<'_>,
    change: &CitationChange,
    (from, before): (Timestamp, Timestamp),
) -> StoreResult<Option<String>> {
    let (from, before) =
        if change.is_rise() { (change.first_run_at.min(from), before) } else { (Timestamp::MIN, change.first_run_at) };
    let filter = CitationFilter { from, before, engine: change.engine, monitor: change.monitor_id, cited: Some(true) };
    let found = ports.monitors.citations(site.site.id, &filter, PageRequest { limit: 1, before: None }).await?;
    let excerpt = found.items.first().and_then(|one| one.reading()).map(|reading| reading.excerpt.clone());
    Ok(excerpt.filter(|text| !text.is_empty()))
}
