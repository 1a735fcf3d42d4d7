//! The list of pages, and what readers did on them.

use askline_domain::{
    analytics::{
        PageRow,
        ask_rate::{asks, asks_per_view},
        filter::AnalyticsFilter,
        page_list::question::{PagePosition, PageTotals, PagesQuestion},
    },
    citations::statistics::interval::Interval,
    events::CounterKind,
    pages::identity::PageAddresses,
    shared::{calendar::Window, ids::SiteId, rfc3339::Moment},
};
use jiff::{Timestamp, tz::TimeZone};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    before::Before,
    citation_figures::{CitationFigures, cited_paths},
    page_changes::{self, PageChanges},
    page_reads::{PageReadCounts, RowsReads},
    row_changes::{RowBefore, RowChanges},
};
use crate::{
    ports::{
        StoreResult,
        all::Ports,
        analytics::{Counts, CountsQuestion},
    },
    present_fields::every_field_of_a_row_present,
};

/// Reads one page of the list of pages, and the place where the list continues. Sets `asked.citations` and `asked.previous_asks`
/// itself. What crawlers read is in it only `with_reads`.
pub async fn read(
    ports: &Ports,
    (site, zone, addresses): (SiteId, &TimeZone, &PageAddresses),
    window: Window,
    asked: PagesQuestion,
    (before, now): (Option<Before>, Timestamp),
    with_reads: bool,
) -> StoreResult<(PagesReport, Option<PagePosition>)> {
    let PageChanges { previous: previous_asks, changes } = match before {
        Some(before) => page_changes::read(ports, (site, zone), (&asked.filter, window), before, now).await?,
        None => PageChanges::default(),
    };
    let citations = cited_paths(ports, site, zone, window).await?;
    let asked = PagesQuestion { citations, previous_asks, ..asked };
    let answer = ports.analytics.pages(site, window, &asked).await?;
    let days = window.days();
    let previous = match before {
        Some(before) => Some(PreviousPages {
            totals: Totals { sums: totals_before(ports, (site, zone), asked, before).await?, days },
        }),
        None => None,
    };
    let paths: Vec<String> = answer.rows.iter().filter_map(|row| row.path.clone()).collect();
    let answers = CitationFigures::read(ports, site, zone, window).await?;
    let answers = answers.with_pages(ports, paths.iter().cloned()).await?;
    let reads = if with_reads { RowsReads::read(ports, site, window, paths).await? } else { RowsReads::default() };
    let beside = BesideRows { answers: &answers, addresses, changes: &changes, reads: &reads };
    let items = answer.rows.into_iter().map(|row| PageItem::of(row, &beside)).collect();
    Ok((PagesReport { totals: Totals { sums: answer.totals, days }, items, previous }, answer.next))
}

/// Sums of the previous window over all pages that match. Views and clicks are counted up to the hour of the
/// comparison, but with a search to the window's end, as the number of pages always is.
async fn totals_before(
    ports: &Ports,
    (site, zone): (SiteId, &TimeZone),
    asked: PagesQuestion,
    before: Before,
) -> StoreResult<PageTotals> {
    let citations = cited_paths(ports, site, zone, before.window).await?;
    let asked = PagesQuestion { after: None, limit: 0, citations, previous_asks: None, ..asked };
    let totals = ports.analytics.pages(site, before.window, &asked).await?.totals;
    // Counters cannot be filtered by a search.
    if asked.search.is_some() {
        return Ok(totals);
    }
    let up_to_now = totals_up_to(ports, site, &asked.filter, before).await?;
    Ok(PageTotals { pages: totals.pages, ..up_to_now })
}

/// Views and clicks in the previous window, up to the hour of the comparison.
async fn totals_up_to(
    ports: &Ports,
    site: SiteId,
    filter: &AnalyticsFilter,
    before: Before,
) -> StoreResult<PageTotals> {
    const KINDS: [CounterKind; 4] =
        [CounterKind::View, CounterKind::AiClick, CounterKind::SocialClick, CounterKind::QuestionClick];
    // Views belong to no platform, so a filter by platform does not apply to them.
    let of_any = AnalyticsFilter { platform: None, ..filter.clone() };
    let ask = |kind| vec![CountsQuestion { cut: before.cut, ..CountsQuestion::by_day(kind, before.window) }];
    let mut totals = [0; KINDS.len()];
    for (total, kind) in totals.iter_mut().zip(KINDS) {
        let filter = if kind == CounterKind::View { &of_any } else { filter };
        let counted: i64 = ports.analytics.counts(site, filter, ask(kind)).await?.iter().map(Counts::total).sum();
        *total = counted.unsigned_abs();
    }
    let [views, ai_clicks, social_clicks, question_clicks] = totals;
    Ok(PageTotals { pages: 0, views, ai_clicks, social_clicks, question_clicks })
}

/// Pages and their figures.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PagesReport {
    /// Sums over all pages that match.
    pub totals: Totals,
    /// The rows of this page of the list.
    pub items: Vec<PageItem>,
    /// The previous period, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<PreviousPages>,
}

/// What happened on pages in the previous period.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PreviousPages {
    /// Sums. Until the period has ended, views and clicks of the previous one are counted up to the same hour, including that
    /// hour; with `q`, to its end.
    pub totals: Totals,
}

/// Sums over pages.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PageTotals")]
pub struct Totals {
    /// The sums.
    #[serde(flatten)]
    pub sums: PageTotals,
    /// The number of days in the period.
    pub days: i32,
}

/// One page.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_of_a_row_present)]
pub struct PageItem {
    /// What was counted.
    #[serde(flatten)]
    pub counted: PageRow,
    /// The page's address as a link needs it: the site's domain and `path`. Null in rows of several pages.
    pub url: Option<String>,
    /// True only in the last row: pages that exceeded the daily limit of new ones, and pages without activity for a long time.
    /// This row is not a page.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    pub other: bool,
    /// Of all answers in the period, the share that cites the page; null without answers, and in rows of several pages.
    pub citation_share: Option<f64>,
    /// The 95% interval of the true share; null if the share is null.
    pub interval95: Option<Interval>,
    /// Asks per view with the widget, rounded to four decimal places: the overview's
    /// `asksPer100Views` for this page, divided by 100. Null without such views.
    pub click_rate: Option<f64>,
    /// The reads of crawlers that got the page, by the logs of the site's web servers; null without a log, in the row of other
    /// pages, and for the viewers of shared links.
    pub reads: Option<PageReadCounts>,
    /// When a crawler last read the page in the period, whatever the server answered; null if none did, or if `reads` is null.
    pub last_read_at: Option<Moment>,
    /// The asks in the previous period.
    #[serde(flatten)]
    pub before: RowBefore,
}

/// What stands beside the counters of a row.
#[derive(Clone, Copy)]
pub struct BesideRows<'r> {
    /// The answers of engines.
    pub answers: &'r CitationFigures,
    /// The addresses of pages.
    pub addresses: &'r PageAddresses,
    /// The previous period.
    pub changes: &'r RowChanges,
    /// What crawlers read.
    pub reads: &'r RowsReads,
}

impl PageItem {
    /// A row, with its figures from the answers of engines and from the logs of web servers.
    pub fn of(mut row: PageRow, beside: &BesideRows<'_>) -> Self {
        let BesideRows { answers, addresses, changes, reads } = beside;
        let before = changes.page(&row);
        let (reads, last_read_at) = reads.of(row.path.as_deref());
        let page = row.path.as_deref().filter(|path| !path.ends_with("/**"));
        let share = page.and_then(|page| answers.share_of_page(page));
        let asks = asks(row.ai_clicks, row.question_clicks);
        row.path = row.path.map(|page| addresses.shown(page, row.spelling.take()));
        Self {
            click_rate: asks_per_view(asks, row.views_with_widget),
            other: row.path.is_none(),
            citation_share: share.map(|share| share.rate),
            interval95: share.and_then(|share| share.interval95),
            url: row.path.as_deref().and_then(|path| addresses.url(path)),
            reads,
            last_read_at,
            before,
            counted: row,
        }
    }
}
