//! The response of the overview.

use askline_domain::{
    analytics::panel::Panel,
    citations::{citation_change::CitationChange, statistics::difference::Difference},
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
        clear_counts::{ClearChanges, CountChanges},
        counters::rows::ItemRow,
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
    /// One row for each day, or for each `interval`, oldest first, including those with 0.
    pub series: Vec<OverviewRow>,
    /// The series by assistant, most asks first: at most five, and one for the rest.
    pub by_platform: Vec<PlatformPart>,
    /// Assistants by how often they were asked.
    pub assistants: Panel<AssistantRow>,
    /// Pages by asks, then by views.
    pub pages: Panel<OverviewPage>,
    /// Suggested questions by clicks.
    pub questions: Panel<OverviewQuestion>,
    /// The site's own items by clicks; empty if `platform` is set, because they belong to none.
    pub items: Panel<ItemRow>,
    /// Where readers came from, by kind.
    pub referrers: Panel<KindOfSource>,
    /// Where readers came from: hosts, assistants, search engines, networks, campaigns.
    pub sources: Panel<SourceRow>,
    /// Shares by network, and copies.
    pub shares: Panel<ShareRow>,
    /// Requests of known crawlers that ran the widget.
    pub crawlers: Panel<CrawlerHitsRow>,
    /// The programs among what ran the widget, and whether they are counted.
    pub automation: Automation,
    /// Readers' devices, according to the user agent. Events without a user agent, and imported ones, are in no row.
    pub devices: Panel<DeviceRow>,
    /// How often engines cite the site; if `page` names one page, how often they cite that page. See `notFiltered`.
    pub citations: OverviewCitations,
    /// Figures that the requested filters cannot narrow: left out, or shown without that filter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub not_filtered: Vec<NotFiltered>,
    /// The previous period, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<PreviousOverview>,
}

/// The parts of the site that are needed to read its figures. `GET /sites/{siteId}` returns all of it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OverviewSite {
    /// Its id.
    pub id: SiteId,
    /// Its organization.
    pub org_id: OrgId,
    /// The name.
    pub name: String,
    /// The host name.
    pub domain: String,
    /// The time zone that determines the site's days.
    pub timezone: String,
}

/// Sums over a period.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct OverviewTotals {
    /// Clicks on an assistant's button or on a question: AI clicks and question clicks together.
    pub asks: i64,
    /// Visits that an AI assistant sent, by referrer or `utm_source`.
    pub ai_referrals: i64,
    /// Clicks on a question, suggested or the reader's own.
    pub question_clicks: i64,
    /// Clicks on share buttons, and copies.
    pub shares: i64,
    /// Page views.
    pub views: i64,
    /// Views of pages with the widget. Views on which the script found no place for the widget count only in `views`.
    pub views_with_widget: i64,
    /// Asks per 100 views with the widget, rounded to two decimal places; null without such views.
    pub asks_per_100_views: Option<f64>,
    /// The number of days in the period.
    pub days: i32,
}

/// The counts of one row of the series.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OverviewRow {
    /// The calendar date; for a week or a month, its first day within the period. With `interval=hour`, the time at which the
    /// hour begins, such as `2026-03-01T23:00:00.000Z`.
    pub date: String,
    /// Clicks on an assistant's button or on a question: AI clicks and question clicks together.
    pub asks: i64,
    /// Visits that an AI assistant sent.
    pub ai_referrals: i64,
    /// Clicks on a question, suggested or the reader's own.
    pub question_clicks: i64,
    /// Clicks on share buttons, and copies.
    pub shares: i64,
    /// Page views.
    pub views: i64,
}

/// The previous period.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreviousOverview {
    /// Sums. Until the period has ended, the previous one is counted up to the same hour, including that hour.
    pub totals: OverviewTotals,
    /// Which of the sums clearly changed since the previous period.
    pub clear_changes: ClearChanges,
    /// For each of the sums, whether it clearly changed, why not, and which sums would be a clear change.
    pub changes: CountChanges,
    /// Its rows, oldest first.
    pub series: Vec<OverviewRow>,
    /// How often engines cited the site, or the requested page, in the whole previous period.
    pub citations: CitationRate,
}

/// How often engines cite the site.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OverviewCitations {
    /// Over all engines.
    #[serde(flatten)]
    pub total: CitationRate,
    /// The number of tracked questions that were answered.
    pub questions: u64,
    /// Every engine that answered.
    pub by_engine: Vec<EngineCitationRate>,
    /// Without a filter: the current clear changes of citation rates, newest first, as `list_changes` returns them. Nothing else says
    /// that a rate changed.
    pub changes: Vec<CitationChange>,
    /// With `compare=previous` and no filter: whether the answers of the two periods differ, each question and engine compared with
    /// itself. It does not say when a rate changed, or that it lasts.
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
