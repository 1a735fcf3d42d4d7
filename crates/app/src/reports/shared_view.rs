//! What a shared link shows: its panels of a site's overview.
//!
//! A part that is not among the panels is left out, and so is a figure that the link's filter cannot limit.

use askline_domain::{
    analytics::panel::Panel,
    annotations::{Annotation, AnnotationKind},
    organizations::brand::ShownBrand,
    shared::{ids::SiteId, rfc3339::Moment},
    shared_links::{LinkFilter, LinkSettings, SharedPanel},
};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    citation_figures::{CitationRate, EngineCitationRate},
    clear_counts::CountChange,
    overview::{
        AssistantRow, CrawlerHitsRow, DeviceRow, KindOfSource, Overview, OverviewPage, OverviewQuestion, PlatformPart,
        ReadsRow, ShareRow, SourceRow, not_filtered::UnfilteredFigures,
    },
};

/// What a shared link shows.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SharedView {
    /// The link's name.
    pub name: String,
    /// The organization that shares it: the name of its brand, if it has one.
    pub shared_by: String,
    /// The organization's brand; null for Askline's.
    #[schemars(default)]
    pub brand: Option<ShownBrand>,
    /// The site.
    pub site: SharedSite,
    /// What the link shows.
    pub panels: Vec<SharedPanel>,
    /// What every number is limited to.
    pub filter: LinkFilter,
    /// Whether the previous period is shown.
    pub compare: bool,
    /// When the link expires; null for never.
    #[schemars(default)]
    pub expires_at: Option<Moment>,
    /// The figures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figures: Option<SharedFigures>,
    /// Asks by day and assistant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chart: Option<SharedChart>,
    /// Asks, visits back, and how often engines cite the site.
    #[serde(rename = "loop", skip_serializing_if = "Option::is_none")]
    pub round: Option<SharedLoop>,
    /// Assistants by how often they were asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assistants: Option<Panel<AssistantRow>>,
    /// Pages by asks, then by views.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<Panel<OverviewPage>>,
    /// Suggested questions by clicks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub questions: Option<Panel<OverviewQuestion>>,
    /// Where readers came from, by kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub referrers: Option<Panel<KindOfSource>>,
    /// Where readers came from; only with `referrers`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sources: Option<Panel<SourceRow>>,
    /// Shares by channel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shares: Option<Panel<ShareRow>>,
    /// Requests of known crawlers that ran the widget.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crawlers: Option<Panel<CrawlerHitsRow>>,
    /// Page reads of crawlers by the site's logs; empty if no log source ever sent lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reads: Option<Panel<ReadsRow>>,
    /// Readers' devices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub devices: Option<Panel<DeviceRow>>,
    /// How often engines cite the site.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub citations: Option<SharedCitations>,
    /// The notes on the site's charts, the latest first; at most 200.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<Vec<SharedNote>>,
}

/// The site of a shared link.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SharedSite {
    /// Its id.
    pub id: SiteId,
    /// Its name.
    pub name: String,
    /// Its host name.
    pub domain: String,
}

/// A count of a shared link.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SharedCount {
    /// The count.
    pub value: i64,
    /// The count of the previous period, if the link shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<i64>,
    /// Whether the count clearly changed, if the link shows the previous period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<CountChange>,
}

/// The figures of a shared link. Those that its filter cannot limit are left out.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SharedFigures {
    /// Clicks on an assistant's button or on a question: AI clicks and question clicks together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asks: Option<SharedCount>,
    /// Visits that an AI assistant sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ai_referrals: Option<SharedCount>,
    /// Clicks on a question, suggested or the reader's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question_clicks: Option<SharedCount>,
    /// Clicks on share buttons, and copies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shares: Option<SharedCount>,
    /// Asks per 100 views with the widget; left out without such views.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asks_per_100_views: Option<f64>,
    /// How often engines cite the site; left out without answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub citations: Option<CitationRate>,
    /// How often engines cited the site in the previous period, if the link shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous_citations: Option<CitationRate>,
}

/// Asks by day.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SharedChart {
    /// The days, oldest first.
    pub dates: Vec<String>,
    /// Asks of each day.
    pub asks: Vec<i64>,
    /// Asks of each day of the previous period, if the link shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<Vec<i64>>,
    /// The series by assistant, most asks first: at most five, and one for the rest.
    pub by_platform: Vec<PlatformPart>,
}

/// Asks, visits back and citations.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SharedLoop {
    /// Clicks on an assistant's button or on a question: AI clicks and question clicks together.
    pub asks: i64,
    /// Visits that an AI assistant sent.
    pub ai_referrals: i64,
    /// How often engines cite the site.
    pub citations: CitationRate,
}

/// How often engines cite the site.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SharedCitations {
    /// Over all engines.
    #[serde(flatten)]
    pub total: CitationRate,
    /// The number of tracked questions that were answered.
    pub questions: u64,
    /// Every engine that answered.
    pub by_engine: Vec<EngineCitationRate>,
}

/// A note on the site's charts, without its author.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SharedNote {
    /// The day of the site's time zone.
    #[schemars(extend("format" = "date"))]
    pub date: String,
    /// The text, one line.
    pub text: String,
    /// What it is about.
    pub kind: AnnotationKind,
    /// Whether Askline wrote it; the page then shows it in the reader's language, by the kind.
    pub is_own: bool,
}

impl From<Annotation> for SharedNote {
    fn from(note: Annotation) -> Self {
        let is_own = note.author.kind == askline_domain::audit::ActorKind::System;
        Self { date: note.date.date().to_string(), text: note.text, kind: note.kind, is_own }
    }
}

/// A link, as its view names it.
#[derive(Debug, Clone, Copy)]
pub struct Shown<'l> {
    /// Its settings.
    pub settings: &'l LinkSettings,
    /// The name of the organization that shares it.
    pub shared_by: &'l str,
    /// Its brand.
    pub brand: Option<&'l ShownBrand>,
    /// When it expires.
    pub expires_at: Option<Timestamp>,
}

impl SharedView {
    /// What a link shows of this overview, which was read with the link's days and filter; and of these notes, if the link
    /// shows notes.
    pub fn of(shown: Shown<'_>, overview: Overview, notes: Option<Vec<Annotation>>) -> Self {
        let Shown { settings, shared_by, brand, expires_at } = shown;
        let shows = |panel: SharedPanel| settings.panels.contains(&panel);
        Self {
            name: settings.name.clone(),
            shared_by: brand.map_or(shared_by, |brand| &brand.name).to_owned(),
            brand: brand.cloned(),
            panels: settings.panels.clone(),
            filter: settings.filter.clone(),
            compare: settings.compare,
            expires_at: expires_at.map(Moment),
            figures: shows(SharedPanel::Figures).then(|| SharedFigures::of(&overview)),
            chart: shows(SharedPanel::Chart).then(|| SharedChart::of(&overview)),
            round: shows(SharedPanel::Loop).then(|| SharedLoop {
                asks: overview.totals.asks,
                ai_referrals: overview.totals.ai_referrals,
                citations: overview.citations.total.clone(),
            }),
            assistants: shows(SharedPanel::Assistants).then_some(overview.assistants),
            pages: shows(SharedPanel::Pages).then_some(overview.pages),
            questions: shows(SharedPanel::Questions).then_some(overview.questions),
            referrers: shows(SharedPanel::Referrers).then_some(overview.referrers),
            sources: shows(SharedPanel::Referrers).then_some(overview.sources),
            shares: shows(SharedPanel::Shares).then_some(overview.shares),
            crawlers: shows(SharedPanel::Crawlers).then_some(overview.crawlers),
            reads: shows(SharedPanel::Reads)
                .then(|| overview.reads.unwrap_or_else(|| Panel { total: 0, items: Vec::new() })),
            devices: shows(SharedPanel::Devices).then_some(overview.devices),
            citations: shows(SharedPanel::Citations).then(|| SharedCitations {
                total: overview.citations.total.clone(),
                questions: overview.citations.questions,
                by_engine: overview.citations.by_engine.clone(),
            }),
            notes: notes.filter(|_| settings.notes).map(|notes| notes.into_iter().map(SharedNote::from).collect()),
            site: SharedSite { id: overview.site.id, name: overview.site.name, domain: overview.site.domain },
        }
    }
}

impl SharedFigures {
    fn of(overview: &Overview) -> Self {
        let (totals, previous) = (&overview.totals, overview.previous.as_ref());
        let is_limited = |figures: UnfilteredFigures| overview.not_filtered.iter().all(|one| one.figures != figures);
        let count = |figures, value, before: Option<i64>, change: Option<CountChange>| {
            is_limited(figures).then_some(SharedCount { value, previous: before, change })
        };
        let before = previous.map(|one| &one.totals);
        let changes = previous.map(|one| &one.changes);
        let cited = Some(overview.citations.total.clone());
        let cited_before = previous.map(|one| one.citations.clone());
        let is_known = |rate: &CitationRate| is_limited(UnfilteredFigures::Citations) && rate.citation_rate.is_some();
        Self {
            asks: count(UnfilteredFigures::Asks, totals.asks, before.map(|one| one.asks), changes.map(|one| one.asks)),
            ai_referrals: count(
                UnfilteredFigures::Asks,
                totals.ai_referrals,
                before.map(|one| one.ai_referrals),
                changes.map(|one| one.ai_referrals),
            ),
            question_clicks: count(
                UnfilteredFigures::Asks,
                totals.question_clicks,
                before.map(|one| one.question_clicks),
                changes.map(|one| one.question_clicks),
            ),
            shares: count(
                UnfilteredFigures::Shares,
                totals.shares,
                before.map(|one| one.shares),
                changes.map(|one| one.shares),
            ),
            asks_per_100_views: totals
                .asks_per_100_views
                .filter(|_| is_limited(UnfilteredFigures::Views) && is_limited(UnfilteredFigures::Asks)),
            citations: cited.filter(is_known),
            previous_citations: cited_before.filter(is_known),
        }
    }
}

impl SharedChart {
    fn of(overview: &Overview) -> Self {
        Self {
            dates: overview.series.iter().map(|row| row.date.clone()).collect(),
            asks: overview.series.iter().map(|row| row.asks).collect(),
            previous: overview.previous.as_ref().map(|one| one.series.iter().map(|row| row.asks).collect()),
            by_platform: overview.by_platform.clone(),
        }
    }
}
