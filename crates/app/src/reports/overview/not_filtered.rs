//! Which figures of a response a filter cannot narrow, and why.

use askline_domain::analytics::filter::{AnalyticsFilter, PageFilter};
use schemars::JsonSchema;
use serde::Serialize;

/// Figures that a filter does not apply to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotFiltered {
    /// The figures.
    pub figures: UnfilteredFigures,
    /// The filter.
    pub by: FilterName,
    /// True if the figures are left out: null or empty. False if they are shown without that filter.
    pub left_out: bool,
    /// The reason, as a sentence.
    pub reason: String,
}

/// Figures that not every filter can narrow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum UnfilteredFigures {
    /// Views, including those by device and those on which rates are based.
    Views,
    /// `citations`, including those of the previous period.
    Citations,
    /// `citations.byEngine`.
    CitationsByEngine,
}

/// A filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum FilterName {
    /// `page`.
    Page,
    /// `platform`.
    Platform,
}

/// Lists the figures of the overview that these filters cannot narrow.
pub fn of_overview(filter: &AnalyticsFilter) -> Vec<NotFiltered> {
    let told = |figures, by, left_out, reason: &str| NotFiltered { figures, by, left_out, reason: reason.into() };
    let mut all = Vec::new();
    if filter.platform.is_some() {
        const NO_PLATFORM: &str = "A view belongs to no assistant or network: these are all views.";
        const NO_BUTTON: &str =
            "Monitors ask engines themselves: no citation rate belongs to an assistant or a network.";
        all.push(told(UnfilteredFigures::Views, FilterName::Platform, false, NO_PLATFORM));
        all.push(told(UnfilteredFigures::Citations, FilterName::Platform, true, NO_BUTTON));
    }
    match &filter.page {
        Some(PageFilter::Folder(_)) => {
            const NO_FOLDER: &str = "A citation rate is known of the site and of one page, not of a folder.";
            all.push(told(UnfilteredFigures::Citations, FilterName::Page, true, NO_FOLDER));
        }
        Some(PageFilter::Page(_)) => {
            const NO_ENGINE: &str = "Which engines cite a page is not counted.";
            all.push(told(UnfilteredFigures::CitationsByEngine, FilterName::Page, true, NO_ENGINE));
        }
        None => {}
    }
    all
}
