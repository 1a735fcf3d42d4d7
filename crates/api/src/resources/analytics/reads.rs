//! `GET /analytics/:siteId/reads`: what crawlers read, by the logs of the site's web servers.

use askline_app::reports::reads::{self, CrawlerReads, PageChoice, ReadsQuestion, ReadsReport};
use askline_domain::{
    analytics::filter::PageFilter,
    logs::{evidence::Evidence, purpose::ReadPurpose},
    pages::identity::{MAX_IDENTITY_BYTES, PageAddresses, PageIdentifier},
    shared::calendar::{Day, MAX_WINDOW_DAYS, WINDOW_DAYS_DEFAULT, Window},
};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    csv_text,
    question::{Compare, Format, window_of, within},
    reading::ready,
};
use crate::{
    caches::ready_answers::{Asked, Key},
    files::spreadsheet_cell::harmless,
    pipeline::{
        handling::{ApiError, Call, Input, Nothing, Ready, Reply, SiteAccess},
        response::reply::Range,
    },
};

/// The maximum number of pages in a report.
pub const MAX_PAGES: u32 = 200;
/// The number of pages in a report unless the caller asks for another.
pub const PAGES_DEFAULT: u32 = 50;
/// The maximum length of a crawler's name, in characters.
pub const MAX_CRAWLER_CHARACTERS: usize = 100;

/// Query parameters of the report.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadsQuery {
    /// The number of calendar days in the site's time zone, including today.
    #[schemars(range(min = 1, max = MAX_WINDOW_DAYS), extend("default" = WINDOW_DAYS_DEFAULT))]
    pub days: Option<i32>,
    /// The oldest date, instead of `days`.
    #[schemars(extend("format" = "date"))]
    pub from: Option<String>,
    /// The newest date, included; today by default.
    #[schemars(extend("format" = "date"))]
    pub to: Option<String>,
    /// `previous`: adds the sums of the previous period, which has the same length. `year`: instead, those of the same weekdays
    /// a year earlier.
    pub compare: Option<Compare>,
    /// Only reads of this page, in any spelling of its address.
    #[schemars(length(min = 1, max = MAX_IDENTITY_BYTES))]
    pub page: Option<String>,
    /// Only reads for this purpose.
    pub purpose: Option<ReadPurpose>,
    /// Only reads with this evidence.
    pub evidence: Option<Evidence>,
    /// Only reads of this crawler, by its name.
    #[schemars(length(min = 1, max = MAX_CRAWLER_CHARACTERS))]
    pub crawler: Option<String>,
    /// Which pages are listed, whatever is filtered.
    #[schemars(extend("default" = "all"))]
    pub pages: Option<PageChoice>,
    /// The maximum number of pages that are listed.
    #[schemars(range(min = 1, max = MAX_PAGES), extend("default" = PAGES_DEFAULT))]
    pub limit: Option<u32>,
    /// `csv`: a download with a row for each crawler and purpose, instead of the envelope.
    pub format: Option<Format>,
}

/// `GET /analytics/:siteId/reads`
pub async fn show_reads(
    mut call: Call<SiteAccess>,
    input: Input<Nothing, ReadsQuery>,
) -> Result<Reply<Ready<ReadsReport>>, ApiError> {
    let csv = match input.query.format {
        Some(format) => format == Format::Csv,
        None => call.request.header("accept").unwrap_or("").starts_with("text/csv"),
    };
    let entry = call.tenant.site.clone();
    let page = page_of(input.query.page.as_deref(), &entry.pages)?;
    let asked = ReadsQuestion { page, ..question(input.query, csv, Day::of(call.request.at, &entry.time_zone))? };
    let (slot, instance) = (call.take_slot()?, call.app.instance().clone());
    let lists = instance.crawler_lists.current();
    let as_of = (lists.read_at.len() as u64, lists.read_at.values().min().copied());
    let key = Key { report: ("reads", false), site: entry.site.id, asked: Asked::Reads(asked.clone(), as_of), csv };
    let range = range(asked.window, entry.site.timezone.clone());
    let reading = async move {
        let addresses = PageAddresses::new(&entry.site.domain, &entry.site.pages);
        reads::read(&instance.ports, (entry.site.id, &entry.time_zone, &addresses), &lists, &asked).await
    };
    ready(&call, key, range, async { Ok(slot.finish(reading).await??) }, to_csv).await
}

/// The page that the report is limited to. The counters of a folder's pages are not summed up here.
fn page_of(text: Option<&str>, pages: &PageIdentifier) -> Result<Option<String>, ApiError> {
    let Some(text) = within(text, "page", MAX_IDENTITY_BYTES)? else { return Ok(None) };
    match PageFilter::of(&text, pages) {
        Some(PageFilter::Page(page)) => Ok(Some(page)),
        Some(PageFilter::Folder(_)) | None => {
            Err(ApiError::parameter("page", "page must be one page: reads of folders are not summed up.".to_owned()))
        }
    }
}

fn question(query: ReadsQuery, csv: bool, today: Day) -> Result<ReadsQuestion, ApiError> {
    let window = window_of(query.days, query.from.as_deref(), query.to.as_deref(), today)?;
    let limit = query.limit.unwrap_or(PAGES_DEFAULT);
    if !(1..=MAX_PAGES).contains(&limit) {
        return Err(ApiError::parameter("limit", format!("limit must be from 1 to {MAX_PAGES}.")));
    }
    let is_crawler = |name: &String| (1..=MAX_CRAWLER_CHARACTERS).contains(&name.chars().count());
    if query.crawler.as_ref().is_some_and(|name| !is_crawler(name)) {
        let message = format!("crawler must have 1 to {MAX_CRAWLER_CHARACTERS} characters.");
        return Err(ApiError::parameter("crawler", message));
    }
    let of_other_parts =
        [("compare", query.compare.is_some()), ("pages", query.pages.is_some()), ("limit", query.limit.is_some())];
    if let Some((name, _)) = of_other_parts.iter().find(|(_, is_sent)| csv && *is_sent) {
        return Err(ApiError::without_effect(name, "on a CSV file of crawlers"));
    }
    Ok(ReadsQuestion {
        window,
        page: None,
        before: query.compare.map(|compare| compare.earlier(window)),
        purpose: query.purpose,
        evidence: query.evidence,
        crawler: query.crawler,
        pages: query.pages.unwrap_or_default(),
        limit: limit as usize,
    })
}

fn range(window: Window, timezone: String) -> Range {
    Range { from: window.from.date().to_string(), to: window.to.date().to_string(), timezone }
}

fn to_csv(report: &ReadsReport) -> Result<Vec<u8>, ApiError> {
    const HEADER: [&str; 14] = [
        "crawler",
        "maker",
        "purpose",
        "reads",
        "verified",
        "claimed",
        "refuted",
        "answered",
        "redirected",
        "refused",
        "notFound",
        "failed",
        "pages",
        "lastAt",
    ];
    let rows = report.by_crawler.iter().map(|row: &CrawlerReads| {
        (
            (harmless(&row.crawler), row.maker.as_deref().map(harmless), row.purpose),
            (row.reads, row.verified, row.claimed, row.refuted),
            (row.answered, row.redirected, row.refused, row.not_found, row.failed),
            (row.pages, row.last_at),
        )
    });
    csv_text::of_rows(&HEADER, rows)
}
