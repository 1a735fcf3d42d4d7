//! The panels of the overview: the first rows of each list, and its length.

use std::collections::BTreeMap;

use askline_domain::{
    analytics::{
        OTHER, PageRow,
        ask_rate::asks,
        panel::{Panel, sums},
    },
    citations::statistics::interval::Interval,
    events::{crawler::AUTOMATED_BROWSER, device::Device, visit_source::VisitKind},
    pages::identity::PageAddresses,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    ports::analytics::Counts,
    present_fields::every_field_of_a_row_present,
    reports::{
        citation_figures::CitationFigures,
        counters::{asked_question, named, rows::ItemRow},
        question::ReportedSite,
        row_changes::{RowBefore, RowChanges},
    },
};

/// The series of an assistant.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "OverviewPlatformSeries")]
pub struct PlatformPart {
    /// The platform's id; `other` for the rest, `none` for questions whose assistant is unknown.
    pub platform: String,
    /// How often it was asked: one number for each row of `series`, in its order.
    pub asks: Vec<i64>,
    /// Visits that it sent: one number for each row of `series`, in its order.
    pub ai_referrals: Vec<i64>,
    /// True only in the last series, which is the sum of all that have no series of their own.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    pub other: bool,
}

/// An assistant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AssistantRow {
    /// The platform's id; `none` for questions whose assistant is unknown.
    pub platform: String,
    /// Clicks on an assistant's button or on a question: AI clicks and question clicks together.
    pub asks: i64,
    /// Visits that it sent.
    pub visits: i64,
    /// The asks in the previous period.
    #[serde(flatten)]
    pub before: RowBefore,
    /// True in the row `other`: platforms that exceeded the daily limit of new ones.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    pub other: bool,
}

/// A page.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_of_a_row_present)]
pub struct OverviewPage {
    /// The path in its latest spelling; null in the row of other pages.
    pub path: Option<String>,
    /// The page's address as a link needs it: the site's domain and `path`. Null in the row of other pages.
    pub url: Option<String>,
    /// True only in the last row: pages that exceeded the daily limit of new ones, and pages without activity for a long time.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    pub other: bool,
    /// The latest title.
    pub title: Option<String>,
    /// Views.
    pub views: i64,
    /// Clicks on an assistant's button or on a question: AI clicks and question clicks together.
    pub asks: i64,
    /// Visits that an AI assistant sent.
    pub ai_referrals: i64,
    /// Answers of engines that cite the page.
    pub citations: i64,
    /// Of all answers in the period, the share that cites the page; null without answers, in the row of other pages, and with
    /// `platform`.
    pub citation_share: Option<f64>,
    /// The 95% interval of the true share; null if the share is null.
    pub interval95: Option<Interval>,
    /// The asks in the previous period.
    #[serde(flatten)]
    pub before: RowBefore,
}

/// A suggested question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_of_a_row_present)]
pub struct OverviewQuestion {
    /// The question's id; `own` for what readers asked in their own words; `other` for questions that exceeded the daily limit of
    /// new ones.
    pub question_id: String,
    /// Its current text; null if it was removed, and for `own`, whose text is never stored.
    pub question: Option<String>,
    /// Clicks.
    pub value: i64,
    /// The previous period.
    #[serde(flatten)]
    pub before: RowBefore,
    /// True in the row `other`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    pub other: bool,
}

/// Visits by kind of source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "OverviewReferrerType")]
pub struct KindOfSource {
    /// The kind.
    #[serde(rename = "type")]
    pub kind: VisitKind,
    /// Visits.
    pub value: i64,
}

/// Visits by source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SourceRow {
    /// An assistant, search engine, network, campaign or host; `direct` for none; `other` for hosts that exceeded the daily limit
    /// of new ones.
    pub referrer: String,
    /// Its kind.
    #[serde(rename = "type")]
    pub kind: VisitKind,
    /// Visits.
    pub value: i64,
    /// The previous period.
    #[serde(flatten)]
    pub before: RowBefore,
}

/// Shares by channel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ShareRow {
    /// A network, or `copy`.
    pub channel: String,
    /// Shares.
    pub value: i64,
    /// The previous period.
    #[serde(flatten)]
    pub before: RowBefore,
}

/// How much programs did, according to their user agents and their browsers.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Automation {
    /// Events of crawlers: programs that read pages and say so. They are in no figure about readers.
    pub crawler_hits: i64,
    /// Events of browsers that a program drives, such as for tests. They are in no figure about readers.
    pub automated_hits: i64,
    /// Page views by HTTP libraries, which a site's app or proxy may send. They are in `views`, too.
    pub library_views: i64,
    /// The libraries of these views.
    pub libraries: Panel<LibraryRow>,
}

/// Page views by HTTP library.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LibraryRow {
    /// The library's name, such as `curl`.
    pub library: String,
    /// The number of page views.
    pub value: i64,
}

/// Requests by crawler.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CrawlerHitsRow {
    /// The crawler's name.
    pub crawler: String,
    /// Its requests.
    pub value: i64,
    /// The previous period.
    #[serde(flatten)]
    pub before: RowBefore,
}

/// What readers did on a kind of device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(transform = every_field_of_a_row_present)]
pub struct DeviceRow {
    /// The kind.
    pub device: Device,
    /// Page views.
    pub views: i64,
    /// Clicks on an assistant's button or on a question: AI clicks and question clicks together.
    pub asks: i64,
    /// The views in the previous period.
    #[serde(flatten)]
    pub before: RowBefore,
}

pub(super) fn assistants(
    ai_clicks: &Counts,
    question_clicks: &Counts,
    visits: &Counts,
    changes: &RowChanges,
) -> Panel<AssistantRow> {
    let mut rows = BTreeMap::<String, (i64, i64)>::new();
    for row in ai_clicks.breakdown.iter().chain(&question_clicks.breakdown) {
        rows.entry(named(&row.label)).or_default().0 += row.value;
    }
    for row in &visits.breakdown {
        rows.entry(row.detail.clone()).or_default().1 += row.value;
    }
    let rows = rows.into_iter().map(|(platform, (asks, visits))| AssistantRow {
        other: platform == OTHER,
        before: changes.row(&platform),
        platform,
        asks,
        visits,
    });
    Panel::largest(rows, |row| (row.asks, row.visits))
}

pub(super) fn questions(counts: &Counts, site: ReportedSite<'_>, changes: &RowChanges) -> Panel<OverviewQuestion> {
    let rows = sums(counts.breakdown.iter().map(|row| (asked_question(&row.detail), row.value)));
    let rows = rows.into_iter().map(|(id, value)| OverviewQuestion {
        question: site.question_text(&id),
        other: id == OTHER,
        before: changes.row(&id),
        question_id: id,
        value,
    });
    Panel::largest(rows, |row| (row.value, 0))
}

pub(super) fn items(counts: &Counts, site: ReportedSite<'_>, changes: &RowChanges) -> Panel<ItemRow> {
    let rows = sums(counts.breakdown.iter().map(|row| (row.detail.clone(), row.value)));
    Panel::largest(rows.into_iter().map(|row| ItemRow::of(site, row, changes)), |row| (row.value, 0))
}

pub(super) fn kinds_of_source(visits: &Counts) -> Panel<KindOfSource> {
    let rows = sums(visits.breakdown.iter().map(|row| (row.label.as_str(), row.value)));
    let rows = rows.into_iter().map(|(kind, value)| KindOfSource { kind: kind_of(kind), value });
    Panel::largest(rows, |row| (row.value, 0))
}

pub(super) fn sources(visits: &Counts, changes: &RowChanges) -> Panel<SourceRow> {
    let rows = sums(visits.breakdown.iter().map(|row| ((row.detail.as_str(), row.label.as_str()), row.value)));
    let kinds = sums(rows.keys().map(|(referrer, _)| (*referrer, 1)));
    let rows = rows.iter().map(|((referrer, kind), value)| SourceRow {
        referrer: (*referrer).to_owned(),
        kind: kind_of(kind),
        value: *value,
        // The previous period has one count for a name, whatever its kinds.
        before: if kinds[referrer] == 1 { changes.row(referrer) } else { RowBefore::default() },
    });
    Panel::largest(rows, |row| (row.value, 0))
}

pub(super) fn shares(social_clicks: &Counts, copies: &Counts, changes: &RowChanges) -> Panel<ShareRow> {
    let rows = social_clicks.breakdown.iter().chain(&copies.breakdown);
    let rows = sums(rows.map(|row| (row.label.as_str(), row.value)));
    let row =
        |(channel, value): (&str, i64)| ShareRow { channel: channel.to_owned(), value, before: changes.row(channel) };
    Panel::largest(rows.into_iter().map(row), |row| (row.value, 0))
}

pub(super) fn crawler_hits(counts: &Counts, changes: &RowChanges) -> Panel<CrawlerHitsRow> {
    let rows = sums(counts.breakdown.iter().map(|row| (row.label.as_str(), row.value)));
    let rows = rows.into_iter().map(|(crawler, value)| CrawlerHitsRow {
        crawler: crawler.to_owned(),
        value,
        before: changes.row(crawler),
    });
    Panel::largest(rows, |row| (row.value, 0))
}

/// What crawlers, automated browsers and libraries did.
pub(super) fn automation(crawlers: &Counts, libraries: &Counts) -> Automation {
    let automated_hits = crawlers.breakdown.iter().filter(|row| row.label == AUTOMATED_BROWSER.name);
    let automated_hits: i64 = automated_hits.map(|row| row.value).sum();
    let rows = sums(libraries.breakdown.iter().map(|row| (row.label.as_str(), row.value)));
    let rows = rows.into_iter().map(|(library, value)| LibraryRow { library: library.to_owned(), value });
    Automation {
        crawler_hits: crawlers.total() - automated_hits,
        automated_hits,
        library_views: libraries.total(),
        libraries: Panel::largest(rows, |row| (row.value, 0)),
    }
}

pub(super) fn devices(views: &Counts, asks: &Counts, changes: &RowChanges) -> Panel<DeviceRow> {
    let of = |counts: &Counts, device: Device| {
        let rows = counts.breakdown.iter().filter(|row| row.label == device.as_str());
        rows.map(|row| row.value).sum::<i64>()
    };
    let rows = Device::EVERY.map(|device| DeviceRow {
        device,
        views: of(views, device),
        asks: of(asks, device),
        before: changes.row(device.as_str()),
    });
    Panel::largest(rows.into_iter().filter(|row| row.views + row.asks > 0), |row| (row.views, row.asks))
}

impl OverviewPage {
    pub(super) fn of(row: PageRow, answers: &CitationFigures, addresses: &PageAddresses, changes: &RowChanges) -> Self {
        let before = changes.page(&row);
        let share = row.path.as_deref().and_then(|path| answers.share_of_page(path));
        let path = row.path.map(|page| addresses.shown(page, row.spelling));
        Self {
            other: path.is_none(),
            url: path.as_deref().and_then(|path| addresses.url(path)),
            path,
            title: row.title,
            views: row.views,
            asks: asks(row.ai_clicks, row.question_clicks),
            ai_referrals: row.ai_referrals,
            citations: row.citations,
            citation_share: share.map(|share| share.rate),
            interval95: share.and_then(|share| share.interval95),
            before,
        }
    }
}

/// A kind that this release does not know is shown as `other`.
fn kind_of(kind: &str) -> VisitKind {
    kind.parse().unwrap_or(VisitKind::Other)
}
