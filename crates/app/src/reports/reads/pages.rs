//! From reading to citing: what became of the pages that crawlers read.

use std::collections::BTreeMap;

use askline_domain::{
    analytics::{
        OTHER_PAGE,
        filter::{AnalyticsFilter, PageFilter},
    },
    events::{CounterKind, visit_source::VisitKind},
    logs::purpose::ReadPurpose,
    pages::identity::PageAddresses,
    shared::{ids::SiteId, rfc3339::Moment},
};
use jiff::tz::TimeZone;
use schemars::JsonSchema;
use serde::Serialize;

use super::question::{PageChoice, ReadsQuestion};
use crate::{
    ports::{
        StoreResult,
        all::Ports,
        analytics::{Counts, CountsQuestion},
        logs::crawler_reads::PageCrawler,
    },
    present_fields::every_field_present,
    reports::citation_figures::{CitationFigures, cited_paths},
};

/// How many pages each list has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageCounts {
    /// Pages that were read.
    pub all: u64,
    /// Pages that were read for an index or for a person, and that no answer cites. 0 if no engine answered in the period.
    pub never_cited: u64,
    /// Pages that answers cite, and that no crawler read for an index or for a person.
    pub not_read: u64,
}

/// A page: who read it, and what became of that.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct ReadPage {
    /// Its path; null for the pages beyond a day's limit.
    pub path: Option<String>,
    /// Its address; null for the pages beyond a day's limit.
    pub url: Option<String>,
    /// Reads to train models that got the page.
    pub training: u64,
    /// Reads for an index that got the page.
    pub search: u64,
    /// Reads for a person that got the page.
    pub user: u64,
    /// Reads of agents that got the page.
    pub agent: u64,
    /// Reads for something else that got the page.
    pub other: u64,
    /// Reads that did not get the page: refused, not found, redirected, failed.
    pub unanswered: u64,
    /// When it was last read; null if it was not.
    pub last_read_at: Option<Moment>,
    /// The crawler that read it last; null if none did.
    pub last_crawler: Option<String>,
    /// How often readers asked an assistant about it.
    pub asks: i64,
    /// The visits that assistants sent to it.
    pub visits_back: i64,
    /// The answers that cite it.
    pub citations: i64,
    /// Of all answers in the period, the share that cites it; null without answers.
    pub citation_share: Option<f64>,
}

/// The reads of one page.
#[derive(Debug, Clone, Default)]
struct Reads {
    of_purpose: BTreeMap<ReadPurpose, u64>,
    unanswered: u64,
    last: Option<(Moment, String)>,
    citations: i64,
}

impl Reads {
    fn add(&mut self, read: PageCrawler) {
        *self.of_purpose.entry(read.purpose).or_default() += read.answered;
        self.unanswered += read.unanswered;
        let at = Moment(read.last_at);
        if self.last.as_ref().is_none_or(|(last, _)| last.0 < at.0) {
            self.last = Some((at, read.crawler));
        }
    }

    fn of(&self, purpose: ReadPurpose) -> u64 {
        self.of_purpose.get(&purpose).copied().unwrap_or(0)
    }

    fn is_read_for_answers(&self) -> bool {
        self.of(ReadPurpose::Search) + self.of(ReadPurpose::User) > 0
    }

    fn all(&self) -> u64 {
        self.of_purpose.values().sum::<u64>() + self.unanswered
    }

    fn is_in(&self, list: PageChoice, has_answers: bool) -> bool {
        match list {
            PageChoice::All => self.all() > 0,
            PageChoice::NeverCited => has_answers && self.citations == 0 && self.is_read_for_answers(),
            PageChoice::NotRead => self.citations > 0 && !self.is_read_for_answers(),
        }
    }
}

/// Reads the pages of a list, and how many each list has.
pub(super) async fn read(
    ports: &Ports,
    (site, zone, addresses): (SiteId, &TimeZone, &PageAddresses),
    asked: &ReadsQuestion,
    read_pages: Vec<PageCrawler>,
) -> StoreResult<(Vec<ReadPage>, PageCounts)> {
    let mut pages: BTreeMap<String, Reads> = BTreeMap::new();
    for read in read_pages {
        pages.entry(read.page.clone()).or_default().add(read);
    }
    let cited = cited_paths(ports, site, zone, asked.window).await?;
    for (path, citations) in cited.into_iter().filter(|(path, _)| asked.page.as_ref().is_none_or(|page| page == path)) {
        pages.entry(path).or_default().citations += citations;
    }
    let answers = CitationFigures::read(ports, site, zone, asked.window).await?;
    let has_answers = answers.total().samples > 0;
    let count = |list| {
        pages.iter().filter(|(path, reads)| *path != OTHER_PAGE && reads.is_in(list, has_answers)).count() as u64
    };
    let counts = PageCounts {
        all: count(PageChoice::All),
        never_cited: count(PageChoice::NeverCited),
        not_read: count(PageChoice::NotRead),
    };
    let mut listed: Vec<(String, Reads)> = pages
        .into_iter()
        .filter(|(path, reads)| {
            reads.is_in(asked.pages, has_answers) && (asked.pages == PageChoice::All || path != OTHER_PAGE)
        })
        .collect();
    listed.sort_by_key(|(path, reads)| (path == OTHER_PAGE, std::cmp::Reverse((reads.all(), reads.citations))));
    listed.truncate(asked.limit);
    let answers = answers.with_pages(ports, listed.iter().map(|(path, _)| path.clone())).await?;
    let mut rows = Vec::with_capacity(listed.len());
    for (path, reads) in listed {
        let (asks, visits_back) = asks_and_visits(ports, site, asked, &path).await?;
        let share = answers.share_of_page(&path).map(|share| share.rate);
        let shown = (path != OTHER_PAGE).then(|| addresses.shown(path.clone(), None));
        let (last_read_at, last_crawler) = reads.last.clone().unzip();
        rows.push(ReadPage {
            url: shown.as_deref().and_then(|path| addresses.url(path)),
            path: shown,
            training: reads.of(ReadPurpose::Training),
            search: reads.of(ReadPurpose::Search),
            user: reads.of(ReadPurpose::User),
            agent: reads.of(ReadPurpose::Agent),
            other: reads.of(ReadPurpose::Other),
            unanswered: reads.unanswered,
            last_read_at,
            last_crawler,
            asks,
            visits_back,
            citations: reads.citations,
            citation_share: share,
        });
    }
    Ok((rows, counts))
}

/// How often readers asked about a page, and the visits that assistants sent to it.
async fn asks_and_visits(ports: &Ports, site: SiteId, asked: &ReadsQuestion, path: &str) -> StoreResult<(i64, i64)> {
    const KINDS: [CounterKind; 3] = [CounterKind::AiClick, CounterKind::QuestionClick, CounterKind::Visit];
    if path == OTHER_PAGE {
        return Ok((0, 0));
    }
    let filter = AnalyticsFilter { page: Some(PageFilter::Page(path.to_owned())), ..AnalyticsFilter::default() };
    let questions = KINDS.iter().map(|kind| CountsQuestion::by_day(*kind, asked.window)).collect();
    let counts = ports.analytics.counts(site, &filter, questions).await?;
    let [asks, questions, visits] = &counts[..] else { return Ok((0, 0)) };
    let sent = visits.breakdown.iter().filter(|row| row.label == VisitKind::AiAssistant.as_str());
    Ok((Counts::total(asks) + questions.total(), sent.map(|row| row.value).sum()))
}
