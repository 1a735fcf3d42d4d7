//! A page's file: what is known of a page, in one line of time.

mod cited_by;
mod happened;
mod weeks;

use std::collections::BTreeMap;

use askline_domain::{
    analytics::{
        OTHER_PAGE,
        filter::{AnalyticsFilter, PageFilter},
    },
    citations::{citation_change::ChangeLevel, cited_pages::CitedPages},
    events::CounterKind,
    pages::{identity::PageAddresses, text::version::ReadingOutcome},
    shared::{
        calendar::{Day, Window},
        paging::PageRequest,
        rfc3339::Moment,
    },
    sites::Site,
};
use jiff::{Timestamp, tz::TimeZone};
use schemars::JsonSchema;
use serde::Serialize;

use self::weeks::Counted;
pub use self::{
    cited_by::{CitingEngine, CitingQuestion},
    happened::{Happened, HappenedKind},
    weeks::{PageWeek, WeekBefore},
};
use super::{citation_figures::CitationFigures, reads::ReadTotals};
use crate::{
    page_texts,
    ports::{
        StoreResult,
        all::Ports,
        analytics::CountsQuestion,
        logs::crawler_reads::CrawlerDay,
        monitors::{ChangeFilter, CitationFilter, CitingAnswers},
    },
    present_fields::every_field_present,
};

/// The maximum number of things that a page's file lists: the newest of the period.
pub const MAX_HAPPENED: usize = 500;
/// The maximum number of clear changes of citation rates whose pages are looked up.
const MAX_CHANGES: u32 = 50;
/// The maximum number of notes in a page's file.
const MAX_NOTES: u32 = 100;
/// The maximum number of rules that are compared with a page, and the maximum cost of that.
const MAX_RULES: usize = 200;
const MAX_RULE_COST: u64 = 2_000_000;

/// A page whose file is read.
pub struct FiledPage<'s> {
    /// Its site.
    pub site: &'s Site,
    /// The site's time zone.
    pub zone: &'s TimeZone,
    /// The page, as it is counted.
    pub path: String,
    /// The days.
    pub window: Window,
    /// The time of the request.
    pub now: Timestamp,
}

/// What is known of a page.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct PageFile {
    /// The page's path.
    pub path: String,
    /// Its address.
    pub url: Option<String>,
    /// Whether its text is read, and how the last reading ended.
    pub text: TextReading,
    /// Sums of the period.
    pub totals: FileTotals,
    /// Sums of the previous period, which has the same length.
    pub previous: FileTotals,
    /// The page's figures by week, oldest first. Weeks begin on Monday.
    pub weeks: Vec<PageWeek>,
    /// The questions whose answers in the period cite the page, those cited last first, at most 20.
    pub cited_by: Vec<CitingQuestion>,
    /// The number of all questions whose answers in the period cite the page.
    pub citing_questions: u64,
    /// What happened, newest first, at most 500 things.
    pub happened: Vec<Happened>,
    /// Whether more happened than is listed. Ask for a shorter or an earlier period.
    pub has_more: bool,
}

/// Whether a page's text is read.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct TextReading {
    /// Whether the site's setting `readPages` is true.
    pub enabled: bool,
    /// Whether the page is among those that are read daily: the most cited and the most asked about.
    pub chosen: bool,
    /// When the page was last requested; null before the first time.
    pub tried_at: Option<Moment>,
    /// How that ended; null before the first time.
    pub outcome: Option<ReadingOutcome>,
}

/// Sums of a page in a period.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct FileTotals {
    /// What crawlers read, by the logs of the site's web servers.
    pub reads: ReadTotals,
    /// Page views.
    pub views: i64,
    /// Clicks on an assistant's button or on a question.
    pub asks: i64,
    /// The share of all answers in the period that cite the page; null without answers.
    pub citation_share: Option<f64>,
}

/// Reads the file of a page.
pub async fn read(ports: &Ports, page: FiledPage<'_>) -> StoreResult<PageFile> {
    let (counted, totals) = counted_in(ports, &page, page.window).await?;
    let (before, previous) = counted_in(ports, &page, page.window.previous()).await?;
    let (cited_by, citing_questions) = cited_by::by_question(citing_answers(ports, &page).await?);
    let mut all = happened::of_reads(&counted.reads);
    all.extend(texts(ports, &page).await?);
    all.extend(citation_changes(ports, &page).await?);
    all.extend(notes(ports, &page).await?);
    all.extend(rules(ports, &page).await?);
    all.sort_by_key(|one| std::cmp::Reverse(one.order()));
    let has_more = all.len() > MAX_HAPPENED;
    all.truncate(MAX_HAPPENED);
    let addresses = PageAddresses::new(&page.site.domain, &page.site.pages);
    Ok(PageFile {
        url: addresses.url(&page.path),
        text: text_reading(ports, &page).await?,
        totals,
        previous,
        weeks: weeks::by_week(&counted, &before, page.window),
        cited_by,
        citing_questions,
        happened: all,
        has_more,
        path: page.path,
    })
}

/// The counters of a page in a window, by day and summed up.
async fn counted_in(ports: &Ports, page: &FiledPage<'_>, window: Window) -> StoreResult<(Counted, FileTotals)> {
    let reads: Vec<CrawlerDay> = match page.path.as_str() {
        OTHER_PAGE => Vec::new(),
        path => ports.crawler_reads.reads_of_page(page.site.id, path, window).await?,
    };
    let counted = Counted { days: figures_by_day(ports, page, window).await?, reads };
    let (views, asks) = counted.sums();
    let answers = CitationFigures::read(ports, page.site.id, page.zone, window).await?;
    let answers = answers.with_pages(ports, std::iter::once(page.path.clone())).await?;
    let citation_share = answers.share_of_page(&page.path).map(|share| share.rate);
    let totals = FileTotals { reads: ReadTotals::of(&counted.reads), views, asks, citation_share };
    Ok((counted, totals))
}

/// The answers of the period that cite the page, by question and engine.
async fn citing_answers(ports: &Ports, page: &FiledPage<'_>) -> StoreResult<Vec<CitingAnswers>> {
    let (from, before) = page.window.moments(page.zone);
    let filter = CitationFilter { from, before, engine: None, monitor: None, cited: None };
    ports.monitors.citing_answers(page.site.id, &filter, &page.path).await
}

async fn text_reading(ports: &Ports, page: &FiledPage<'_>) -> StoreResult<TextReading> {
    let state = ports.page_texts.page_reading(page.site.id, &page.path).await?;
    Ok(TextReading {
        enabled: page.site.read_pages,
        chosen: state.is_some(),
        tried_at: state.as_ref().and_then(|state| state.tried_at).map(Moment),
        outcome: state.and_then(|state| state.outcome),
    })
}

/// Views and asks of the page by day.
async fn figures_by_day(ports: &Ports, page: &FiledPage<'_>, window: Window) -> StoreResult<BTreeMap<Day, (i64, i64)>> {
    const KINDS: [CounterKind; 3] = [CounterKind::View, CounterKind::AiClick, CounterKind::QuestionClick];
    let filter = AnalyticsFilter { page: Some(PageFilter::Page(page.path.clone())), platform: None };
    let questions = KINDS.map(|kind| CountsQuestion::by_day(kind, window)).to_vec();
    let counted = ports.analytics.counts(page.site.id, &filter, questions).await?;
    let mut days: BTreeMap<Day, (i64, i64)> = BTreeMap::new();
    for (kind, counts) in KINDS.into_iter().zip(counted) {
        for slot in counts.by_slot {
            let (views, asks) = days.entry(slot.slot.day).or_default();
            *if kind == CounterKind::View { views } else { asks } += slot.value;
        }
    }
    Ok(days)
}

async fn texts(ports: &Ports, page: &FiledPage<'_>) -> StoreResult<Vec<Happened>> {
    let (from, before) = page.window.moments(page.zone);
    let versions = page_texts::versions(&*ports.page_texts, (page.site.id, &page.path), from, before).await?;
    Ok(versions.into_iter().map(|version| happened::of_version(version, page.zone)).collect())
}

/// Clear changes of the rates of a question and engine whose answers cite the page.
async fn citation_changes(ports: &Ports, page: &FiledPage<'_>) -> StoreResult<Vec<Happened>> {
    let (from, before) = page.window.moments(page.zone);
    let filter = ChangeFilter { since: Some(from), level: Some(ChangeLevel::Cell) };
    let asked = PageRequest { limit: MAX_CHANGES, before: None };
    let changes = ports.monitors.citation_changes(page.site.id, &filter, asked, page.now).await?;
    let pages = CitedPages::new(page.site);
    let mut found = Vec::new();
    for change in changes.items.into_iter().filter(|change| change.clear_at < before) {
        let urls = ports.monitors.own_urls(&change).await?;
        if urls.iter().any(|url| pages.page_of(url).is_some_and(|cited| cited == page.path)) {
            found.push(happened::of_change(change, page.zone));
        }
    }
    Ok(found)
}

async fn notes(ports: &Ports, page: &FiledPage<'_>) -> StoreResult<Vec<Happened>> {
    let notes = ports.annotations.annotations(page.site.id, page.window, MAX_NOTES, None).await?;
    Ok(notes.items.into_iter().filter(happened::is_shown).map(happened::of_note).collect())
}

/// Rules that were created or changed in the period, and whose paths include the page.
async fn rules(ports: &Ports, page: &FiledPage<'_>) -> StoreResult<Vec<Happened>> {
    let (from, before) = page.window.moments(page.zone);
    let mut changed = ports.rules.all_rules(page.site.id).await?;
    changed.retain(|rule| rule.updated_at >= from && rule.created_at < before);
    changed.sort_by_key(|rule| std::cmp::Reverse(rule.updated_at));
    changed.truncate(MAX_RULES);
    let (path, zone) = (page.path.clone(), page.zone.clone());
    let matching = tokio::task::spawn_blocking(move || {
        let mut cost = 0;
        changed.retain(|rule| cost < MAX_RULE_COST && rule.includes_path(&path, &mut cost));
        changed
    });
    let matching = matching.await.unwrap_or_default();
    Ok(matching.into_iter().flat_map(|rule| happened::of_rule(&rule, (from, before), &zone)).collect())
}
