//! The answer of the overview.

use askline_domain::{
    analytics::panel::Panel,
    citations::statistics::difference::Difference,
    shared::ids::{OrgId, SiteId},
    sites::Site,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::{not_filtered::NotFiltered, panels::*};
use crate::{
    present_fields::every_field_present,
    reports::{
        citation_figures::{CitationRate, EngineCitationRate},
        clear_counts::ClearChanges,
    },
};

/// A site at a glance.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Overview {
    /// Which site this is about.
    pub site: OverviewSite,
    /// Sums.
    pub totals: OverviewTotals,
    /// One row for each day, or for each `interval`, oldest first; zeros filled.
    pub series: Vec<OverviewRow>,
    /// The series by assistant, most asks first: at most five, and one for the rest.
    pub by_platform: Vec<PlatformPart>,
    /// Assistants by how often they were asked.
    pub assistants: Panel<AssistantRow>,
    /// Pages by asks, then by views.
    pub pages: Panel<OverviewPage>,
    /// Suggested questions by clicks.
    pub questions: Panel<OverviewQuestion>,
    /// Where readers came from, by kind.
    pub referrers: Panel<KindOfSource>,
    /// Where readers came from: hosts, assistants, engines, networks, campaigns.
    pub sources: Panel<SourceRow>,
    /// Shares by network, and copies.
    pub shares: Panel<ShareRow>,
    /// Requests of known crawlers that ran the widget.
    pub crawlers: Panel<CrawlerHitsRow>,
    /// Readers' devices by user agent. Events that came without one, and imported ones, are in no row.
    pub devices: Panel<DeviceRow>,
    /// How often engines cite the site; with `page` of one page, how often they cite that page. See `notFiltered`.
    pub citations: OverviewCitations,
    /// Figures that the requested filters cannot narrow: left out, or shown without that filter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub not_filtered: Vec<NotFiltered>,
    /// The previous window, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<PreviousOverview>,
}

/// The site, as far as its figures need it to be read. `GET /sites/:id` has all of it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OverviewSite {
    /// Its id.
    pub id: SiteId,
    /// Its organization.
    pub org_id: OrgId,
    /// What the owner calls it.
    pub name: String,
    /// Host name.
    pub domain: String,
    /// The zone whose days count.
    pub timezone: String,
}

/// Sums of a window.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct OverviewTotals {
    /// Clicks on AI buttons and suggested questions.
    pub asks: i64,
    /// Visits that an AI assistant sent, by referrer or `utm_source`.
    pub ai_referrals: i64,
    /// Clicks on suggested questions.
    pub question_clicks: i64,
    /// Clicks on share buttons, and copies.
    pub shares: i64,
    /// Page views.
    pub views: i64,
    /// Views of pages with the widget. Views where the script found no place for it are only in `views`.
    pub views_with_widget: i64,
    /// Asks for each hundred views with a widget, two digits; null without such views.
    pub asks_per_100_views: Option<f64>,
    /// Days of the window.
    pub days: i32,
}

/// What happened within a row of the series.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OverviewRow {
    /// The calendar date: of a week or a month its first day within the window. With `interval=hour` the moment at which the
    /// hour begins, such as `2026-03-01T23:00:00.000Z`.
    pub date: String,
    /// Clicks on AI buttons and suggested questions.
    pub asks: i64,
    /// Visits that an AI assistant sent.
    pub ai_referrals: i64,
    /// Clicks on suggested questions.
    pub question_clicks: i64,
    /// Clicks on share buttons, and copies.
    pub shares: i64,
    /// Page views.
    pub views: i64,
}

/// The window before.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreviousOverview {
    /// Sums. While the window runs, the one before is counted up to the same hour, that hour included.
    pub totals: OverviewTotals,
    /// Which of the sums clearly changed since.
    pub clear_changes: ClearChanges,
    /// Its rows, oldest first.
    pub series: Vec<OverviewRow>,
    /// How often engines cited the site, or the requested page, in the whole window.
    pub citations: CitationRate,
}

/// How often engines cite the site.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OverviewCitations {
    /// Over all engines.
    #[serde(flatten)]
    pub total: CitationRate,
    /// Questions of monitors that were answered.
    pub questions: u64,
    /// Every engine that answered.
    pub by_engine: Vec<EngineCitationRate>,
    /// With `compare=previous` and no filter: whether the rate differs from that of the window before. Each question and engine is compared
    /// with itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
}

impl OverviewSite {
    pub(super) fn of(site: &Site) -> Self {
        Self {
            id: site.id,
            org_id: site.org_id,
            name: site.name.clone(),
            domain: site.domain.clone(),
            timezone: site.timezone.clone(),
        }
    }
}
