//! `GET /analytics/overview`: every site that the caller may read, a row each, those that need attention first.

mod attention;
pub(super) mod figures;
mod order;

use askline_app::{ports::analytics::CountsQuestion, present_fields::every_field_present};
use askline_domain::{
    analytics::{
        filter::AnalyticsFilter,
        series::{Interval as RowLength, Rows},
    },
    citations::statistics::interval::Interval,
    shared::{
        calendar::{Day, Window},
        ids::SiteId,
    },
    sites::{InstallStatus, Site, attention::with_counts, board::BoardSort},
};
use jiff::tz::TimeZone;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::attention::Attention;
use self::{
    attention::Standing,
    figures::{ASKS, FIGURES, Figures, figures_asked},
    order::{Candidate, in_order},
};
use super::{
    citation_figures::CitationFigures,
    clear_counts::{ClearChanges, History},
    question::{before::Before, window_of},
    series::{SeriesRow, series},
};
use crate::{
    pipeline::{
        call::Call,
        caller::OrgAccess,
        error::ApiError,
        request::{
            cursor::{Cursor, read_place},
            input::{Input, Nothing},
        },
        response::reply::{Pagination, Reply},
    },
    resources::sites::every_site,
};

/// Rows of a page of the board.
const MAX_ROWS: u32 = 50;
/// Points of a site's line.
const MAX_POINTS: i32 = 31;

/// Query parameters of the board.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardQuery {
    /// Calendar days, today included; each site counts the days of its own time zone.
    #[schemars(range(min = 1, max = 365), extend("default" = 30))]
    pub days: Option<i32>,
    /// The oldest date, instead of `days`.
    #[schemars(extend("format" = "date"))]
    pub from: Option<String>,
    /// The newest date, included; today when left out.
    #[schemars(extend("format" = "date"))]
    pub to: Option<String>,
    /// The order: what needs attention first, then the most asked; by name; by asks.
    #[schemars(extend("default" = "attention"))]
    pub sort: Option<BoardSort>,
    /// Text that name or domain must contain.
    #[schemars(length(min = 1, max = 200))]
    pub q: Option<String>,
    /// Rows of a page, 1 to 50.
    #[schemars(range(min = 1, max = 50), extend("default" = 50))]
    pub limit: Option<u32>,
    /// `meta.pagination.nextCursor` of the page before.
    pub cursor: Option<String>,
}

/// A page of the board.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Board {
    /// Sums over every site of the list, on whichever page.
    pub totals: BoardTotals,
    /// The sites of this page.
    pub items: Vec<BoardSite>,
}

/// Sums over sites.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct BoardTotals {
    /// Sites.
    pub sites: u64,
    /// Clicks on AI buttons and suggested questions.
    pub asks: i64,
}

/// A site at a glance.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct BoardSite {
    /// Its id.
    pub site_id: SiteId,
    /// What the owner calls it.
    pub name: String,
    /// Host name.
    pub domain: String,
    /// The zone whose days count.
    pub timezone: String,
    /// Whether the widget is in place.
    pub install: BoardInstall,
    /// Clicks on AI buttons and suggested questions.
    pub asks: i64,
    /// Visits that an AI assistant sent.
    pub ai_referrals: i64,
    /// Clicks on share buttons, and copies.
    pub shares: i64,
    /// Page views.
    pub views: i64,
    /// The part of engines' answers that cite the site; null without answers.
    pub citation_rate: Option<f64>,
    /// The 95 % interval of its true share; null without answers.
    pub interval95: Option<Interval>,
    /// The window before.
    pub previous: BoardPrevious,
    /// Asks, oldest first, zeros filled: a row a day up to 31 days, a week up to 31 weeks, else a month.
    pub series: Vec<SeriesRow>,
    /// What needs attention, the most urgent first.
    pub attention: Vec<Attention>,
}

/// Whether the widget is in place.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "BoardInstall")]
pub struct BoardInstall {
    /// As `GET /sites/{siteId}` says.
    pub status: InstallStatus,
}

/// A site in the window before. While the window runs, the one before is counted up to the same hour, that hour included;
/// citations to its end.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct BoardPrevious {
    /// Clicks on AI buttons and suggested questions.
    pub asks: i64,
    /// Visits that an AI assistant sent.
    pub ai_referrals: i64,
    /// Clicks on share buttons, and copies.
    pub shares: i64,
    /// Page views.
    pub views: i64,
    /// The part of engines' answers that cite the site; null without answers.
    pub citation_rate: Option<f64>,
    /// The 95 % interval of its true share; null without answers.
    pub interval95: Option<Interval>,
    /// Which of the sums clearly changed since, judged for each column of the page.
    pub clear_changes: ClearChanges,
}

/// `GET /analytics/overview`
pub async fn show_board(
    mut call: Call<OrgAccess>,
    input: Input<Nothing, BoardQuery>,
) -> Result<Reply<Board>, ApiError> {
    let query = input.query;
    let place = call.take_slot()?;
    let limit = query.limit.unwrap_or(MAX_ROWS);
    if !(1..=MAX_ROWS).contains(&limit) {
        return Err(ApiError::parameter("limit", format!("limit must be from 1 to {MAX_ROWS}.")));
    }
    let sort = query.sort.unwrap_or_default();
    let after = read_place(query.cursor.as_deref(), order::read)?;
    let candidates = candidates(&call, &query).await?;
    let totals =
        BoardTotals { sites: candidates.len() as u64, asks: candidates.iter().map(|candidate| candidate.asks).sum() };
    let mut shown = in_order(candidates, sort, after.as_ref());
    let has_more = shown.len() > limit as usize;
    shown.truncate(limit as usize);
    let next_cursor = shown.last().filter(|_| has_more).map(|(place, _)| Cursor::at(order::written(place)));
    let mut items = Vec::with_capacity(shown.len());
    let rows = shown.len();
    for (_, candidate) in shown {
        items.push(row(&call, candidate, rows).await?);
    }
    drop(place);
    Ok(Reply::new(Board { totals, items }).pagination(Pagination { limit, has_more, next_cursor }))
}

/// Every site that is asked about, with what decides its place.
async fn candidates(call: &Call<OrgAccess>, query: &BoardQuery) -> Result<Vec<Candidate>, ApiError> {
    if query.q.as_ref().is_some_and(|text| text.is_empty() || text.chars().count() > 200) {
        return Err(ApiError::parameter("q", "q must have 1 to 200 characters."));
    }
    let search = query.q.as_deref().map(str::to_lowercase);
    let matches = |site: &Site| {
        let has = |text: &str| search.as_deref().is_none_or(|search| text.to_lowercase().contains(search));
        has(&site.name) || has(&site.domain)
    };
    let sites: Vec<Site> =
        every_site(&call.app, call.tenant.id, call.tenant.sites.listed()).await?.into_iter().filter(matches).collect();
    let standing = Standing::read(call, &sites).await?;
    let mut candidates = Vec::with_capacity(sites.len());
    for site in sites {
        let zone = site.time_zone()?;
        let today = Day::of(call.request.at, &zone);
        let window = window_of(query.days, query.from.as_deref(), query.to.as_deref(), today)?;
        candidates.push(Candidate { attention: standing.of(&site), site, zone, window, asks: 0 });
    }
    let windows = candidates.iter().map(|candidate| (candidate.site.id, candidate.window)).collect();
    let asks = call.app.ports().analytics.asks(windows).await?;
    for (candidate, asks) in candidates.iter_mut().zip(asks) {
        candidate.asks = asks;
        if asks > 0 {
            candidate.attention = with_counts(std::mem::take(&mut candidate.attention));
        }
    }
    // Checked even where there is no site to check it by.
    window_of(query.days, query.from.as_deref(), query.to.as_deref(), Day::of(call.request.at, &TimeZone::UTC))?;
    Ok(candidates)
}

/// A site with its figures, one of so many rows.
async fn row(call: &Call<OrgAccess>, candidate: Candidate, rows: usize) -> Result<BoardSite, ApiError> {
    let Candidate { site, zone, window, attention, .. } = candidate;
    let before = Before::of(window, call.request.at, &zone);
    let mut questions = figures_asked(window).to_vec();
    questions.extend(figures_asked(before.window).map(|ask| CountsQuestion { cut: before.cut, ..ask }));
    let history = History::of(window, before, call.request.at, &zone);
    questions.extend(history.questions());
    let filter = AnalyticsFilter::default();
    let counts = call.app.ports().analytics.counts(site.id, &filter, questions).await?;
    let (now, then) = counts.split_at(FIGURES);
    let (then, days) = then.split_at(FIGURES);
    let (figures, previous) = (Figures::of(now), Figures::of(then));
    let attention = if figures.views > 0 || figures.shares > 0 { with_counts(attention) } else { attention };
    let citations = CitationFigures::of_site(&call.app, site.id, &zone, window).await?.total();
    let cited_before = CitationFigures::of_site(&call.app, site.id, &zone, before.window).await?.total();
    Ok(BoardSite {
        site_id: site.id,
        install: BoardInstall { status: site.sightings.status(call.request.at) },
        asks: figures.asks,
        ai_referrals: figures.ai_referrals,
        shares: figures.shares,
        views: figures.views,
        citation_rate: citations.citation_rate,
        interval95: citations.interval95,
        previous: BoardPrevious {
            asks: previous.asks,
            ai_referrals: previous.ai_referrals,
            shares: previous.shares,
            views: previous.views,
            citation_rate: cited_before.citation_rate,
            interval95: cited_before.interval95,
            clear_changes: history.clear(days, rows),
        },
        series: series(&Rows::of(window, row_length(window), &zone), &now[..ASKS]),
        attention: attention.into_iter().map(Attention::from).collect(),
        name: site.name,
        domain: site.domain,
        timezone: site.timezone,
    })
}

/// As short as leaves at most [`MAX_POINTS`] rows.
fn row_length(window: Window) -> RowLength {
    match window.days() {
        ..=MAX_POINTS => RowLength::Day,
        // A week may begin within the window and end beyond it: one row more.
        days if days <= (MAX_POINTS - 1) * 7 => RowLength::Week,
        _ => RowLength::Month,
    }
}
