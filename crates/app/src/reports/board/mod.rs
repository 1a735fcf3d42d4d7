//! The board: one row for every site, by urgency, name or asks.

pub(super) mod attention;
pub(super) mod figures;
mod order;

use askline_domain::{
    analytics::{
        filter::AnalyticsFilter,
        series::{Interval as RowLength, Rows},
    },
    board::{BoardSort, BoardSortKey, attention::with_counts},
    shared::{
        calendar::{Day, Window},
        ids::{OrgId, SiteId},
    },
    sites::{InstallStatus, Site},
};
use jiff::{Timestamp, tz::TimeZone};
use schemars::JsonSchema;
use serde::Serialize;

pub use self::attention::Attention;
use self::{
    attention::SiteStates,
    figures::{ASKS, FIGURES, Figures, figures_asked},
    order::{Candidate, in_order},
};
use super::{
    before::Before,
    citation_figures::CitationFigures,
    clear_counts::{ClearChanges, History},
    series::{SeriesRow, series},
};
use crate::{
    ports::{StoreError, StoreResult, all::Ports, analytics::CountsQuestion},
    present_fields::every_field_present,
    sites::every_site,
};

/// The maximum number of points of a site's line.
const MAX_POINTS: i32 = 31;

/// A request for a page of the board.
pub struct BoardQuestion<'q> {
    /// The organization.
    pub org: OrgId,
    /// Only these sites, if given.
    pub among: Option<&'q [SiteId]>,
    /// The text that the name or the domain must contain.
    pub search: Option<&'q str>,
    /// The order.
    pub sort: BoardSort,
    /// The place of the last row of the previous page, if there is one.
    pub after: Option<BoardSortKey>,
    /// The maximum number of rows.
    pub limit: usize,
    /// The time.
    pub now: Timestamp,
}

/// Reads a page of the board, and the place of its last row if more rows follow. `window_of` returns the days to report, given
/// the current day of a site.
pub async fn read<E: From<StoreError>>(
    ports: &Ports,
    asked: BoardQuestion<'_>,
    window_of: impl Fn(Day) -> Result<Window, E>,
) -> Result<(Board, Option<BoardSortKey>), E> {
    let candidates = candidates(ports, &asked, window_of).await?;
    let totals =
        BoardTotals { sites: candidates.len() as u64, asks: candidates.iter().map(|candidate| candidate.asks).sum() };
    let mut shown = in_order(candidates, asked.sort, asked.after.as_ref());
    let has_more = shown.len() > asked.limit;
    shown.truncate(asked.limit);
    let mut items = Vec::with_capacity(shown.len());
    let rows = shown.len();
    let mut last = None;
    for (place, candidate) in shown {
        items.push(row(ports, asked.now, candidate, rows).await?);
        last = Some(place);
    }
    Ok((Board { totals, items }, last.filter(|_| has_more)))
}

/// A page of the list of all sites.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "SitesOverview")]
pub struct Board {
    /// Sums over every site of the list, on every page.
    pub totals: BoardTotals,
    /// The sites of this page.
    pub items: Vec<BoardSite>,
}

/// Sums over sites.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "SitesOverviewTotals")]
pub struct BoardTotals {
    /// The number of sites.
    pub sites: u64,
    /// Clicks on an assistant's button or on a question: AI clicks and question clicks together.
    pub asks: i64,
}

/// A site at a glance.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
#[schemars(rename = "SitesOverviewSite")]
pub struct BoardSite {
    /// Its id.
    pub site_id: SiteId,
    /// The name.
    pub name: String,
    /// The host name.
    pub domain: String,
    /// The time zone that determines the site's days.
    pub timezone: String,
    /// Whether the widget is in place.
    pub install: BoardInstall,
    /// Its figures.
    #[serde(flatten)]
    pub figures: Figures,
    /// The previous period.
    pub previous: BoardPrevious,
    /// Asks, oldest first, including rows with 0: one row per day up to 31 days, per week up to 30 weeks, otherwise per month.
    pub series: Vec<SeriesRow>,
    /// What needs attention, the most urgent first.
    pub attention: Vec<Attention>,
}

/// Whether the widget is in place.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "SitesOverviewInstall")]
pub struct BoardInstall {
    /// As in `GET /sites/{siteId}`.
    pub status: InstallStatus,
}

/// A site in the previous period. Until the period has ended, the previous one is counted up to the same hour, including that
/// hour; citations are counted to its end.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
#[schemars(rename = "SitesOverviewPrevious")]
pub struct BoardPrevious {
    /// Its figures.
    #[serde(flatten)]
    pub figures: Figures,
    /// Which of the sums clearly changed since the previous period. The sites of the page are tested together, separately for
    /// each figure.
    pub clear_changes: ClearChanges,
}

/// Every site that the request includes, with what determines its place.
async fn candidates<E: From<StoreError>>(
    ports: &Ports,
    asked: &BoardQuestion<'_>,
    window_of: impl Fn(Day) -> Result<Window, E>,
) -> Result<Vec<Candidate>, E> {
    let search = asked.search.map(str::to_lowercase);
    let matches = |site: &Site| {
        let has = |text: &str| search.as_deref().is_none_or(|search| text.to_lowercase().contains(search));
        has(&site.name) || has(&site.domain)
    };
    let sites = every_site(&*ports.sites, asked.org, asked.among).await?;
    let sites: Vec<Site> = sites.into_iter().filter(matches).collect();
    let standing = SiteStates::read(ports, asked.org, &sites, asked.now).await?;
    let mut candidates = Vec::with_capacity(sites.len());
    for site in sites {
        let zone = site.time_zone().map_err(StoreError::from)?;
        let window = window_of(Day::of(asked.now, &zone))?;
        candidates.push(Candidate { attention: standing.of(&site), site, zone, window, asks: 0 });
    }
    let windows = candidates.iter().map(|candidate| (candidate.site.id, candidate.window)).collect();
    let asks = ports.analytics.asks(windows).await?;
    for (candidate, asks) in candidates.iter_mut().zip(asks) {
        candidate.asks = asks;
        if asks > 0 {
            candidate.attention = with_counts(std::mem::take(&mut candidate.attention));
        }
    }
    // The requested days are also checked if there is no site to check them with.
    window_of(Day::of(asked.now, &TimeZone::UTC))?;
    Ok(candidates)
}

/// Reads the figures of a site, which is shown as one of `rows` rows.
async fn row(ports: &Ports, now: Timestamp, candidate: Candidate, rows: usize) -> StoreResult<BoardSite> {
    let Candidate { site, zone, window, attention, .. } = candidate;
    let before = Before::of(window, now, &zone);
    let mut questions = figures_asked(window).to_vec();
    questions.extend(figures_asked(before.window).map(|ask| CountsQuestion { cut: before.cut, ..ask }));
    let history = History::of(window, before, now, &zone);
    questions.extend(history.questions());
    let filter = AnalyticsFilter::default();
    let counts = ports.analytics.counts(site.id, &filter, questions).await?;
    let (counted, then) = counts.split_at(FIGURES);
    let (then, days) = then.split_at(FIGURES);
    let citations = CitationFigures::read(ports, site.id, &zone, window).await?.total();
    let cited_before = CitationFigures::read(ports, site.id, &zone, before.window).await?.total();
    let (figures, previous) = (Figures::of(counted, citations), Figures::of(then, cited_before));
    let attention = if figures.views > 0 || figures.shares > 0 { with_counts(attention) } else { attention };
    Ok(BoardSite {
        site_id: site.id,
        install: BoardInstall { status: site.sightings.status(now) },
        figures,
        previous: BoardPrevious { figures: previous, clear_changes: history.clear(days, rows) },
        series: series(&Rows::of(window, row_length(window), &zone), &counted[..ASKS]),
        attention: attention.into_iter().map(Attention::from).collect(),
        name: site.settings.name,
        domain: site.settings.domain,
        timezone: site.settings.timezone,
    })
}

/// The shortest row length with at most [`MAX_POINTS`] rows.
fn row_length(window: Window) -> RowLength {
    match window.days() {
        ..=MAX_POINTS => RowLength::Day,
        // A week may begin within the window and end beyond it, which adds a row.
        days if days <= (MAX_POINTS - 1) * 7 => RowLength::Week,
        _ => RowLength::Month,
    }
}
