//! Which figures of a response a filter cannot narrow, and why.

use askline_domain::{
    analytics::filter::{AnalyticsFilter, PageFilter},
    platforms::social_network,
};
use schemars::JsonSchema;
use serde::Serialize;

use self::Applies::{LeftOut, Unfiltered, Yes};

/// Figures that a filter does not apply to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotFiltered {
    /// The figures.
    pub figures: UnfilteredFigures,
    /// The filter.
    pub by: FilterName,
    /// True if the figures are left out: 0, null or empty. False if they are shown without that filter.
    pub left_out: bool,
    /// The reason, as a sentence.
    pub reason: String,
}

/// Figures that not every filter can narrow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum UnfilteredFigures {
    /// Asks, questions and visits, with their panels.
    Asks,
    /// `shares`, with their panel.
    Shares,
    /// `items`.
    Items,
    /// `crawlers` and `automation`.
    Crawlers,
    /// Views, including those by device and those on which rates are based.
    Views,
    /// `citations`, including those of the previous period, and `citationShare` of pages.
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

/// Whether a filter narrows figures.
enum Applies {
    Yes,
    /// The figures are 0, null or empty, for this reason.
    LeftOut(&'static str),
    /// The figures are shown without the filter, for this reason.
    Unfiltered(&'static str),
}

/// What each filter does to figures.
struct Row {
    figures: UnfilteredFigures,
    page: Applies,
    folder: Applies,
    assistant: Applies,
    network: Applies,
}

/// Figures by filter. Figures that are in no row, such as pages, are narrowed by every filter.
const TABLE: [Row; 7] = [
    Row {
        figures: UnfilteredFigures::Asks,
        page: Yes,
        folder: Yes,
        assistant: Yes,
        network: LeftOut(
            "No ask and no question belongs to a social network, and visits can be filtered only by assistant.",
        ),
    },
    Row {
        figures: UnfilteredFigures::Shares,
        page: Yes,
        folder: Yes,
        assistant: LeftOut("A share belongs to a social network or is a copy, and to no assistant."),
        network: Yes,
    },
    Row {
        figures: UnfilteredFigures::Items,
        page: Yes,
        folder: Yes,
        assistant: LeftOut("A click on an own item belongs to no assistant."),
        network: LeftOut("A click on an own item belongs to no social network."),
    },
    Row {
        figures: UnfilteredFigures::Crawlers,
        page: Yes,
        folder: Yes,
        assistant: LeftOut("A request of a program belongs to no assistant that readers ask."),
        network: LeftOut("A request of a program belongs to no social network."),
    },
    Row {
        figures: UnfilteredFigures::Views,
        page: Yes,
        folder: Yes,
        assistant: Unfiltered("A view belongs to no assistant: these are all views."),
        network: Unfiltered("A view belongs to no social network: these are all views."),
    },
    Row {
        figures: UnfilteredFigures::Citations,
        page: Yes,
        folder: LeftOut("A citation rate is known of the site and of one page, not of a folder."),
        assistant: LeftOut("Monitors ask engines themselves: no citation rate belongs to an assistant."),
        network: LeftOut("Monitors ask engines themselves: no citation rate belongs to a social network."),
    },
    Row {
        figures: UnfilteredFigures::CitationsByEngine,
        page: LeftOut("Which engines cite a page is not counted."),
        // Here all citations are left out.
        folder: Yes,
        assistant: Yes,
        network: Yes,
    },
];

/// Lists the figures of the overview that these filters cannot narrow.
pub fn of_overview(filter: &AnalyticsFilter) -> Vec<NotFiltered> {
    let is_network = |id: &str| social_network::get(id).is_some();
    let by_platform = |row: &'static Row| match &filter.platform {
        None => &Yes,
        Some(id) if is_network(id) => &row.network,
        Some(_) => &row.assistant,
    };
    let by_page = |row: &'static Row| match &filter.page {
        None => &Yes,
        Some(PageFilter::Page(_)) => &row.page,
        Some(PageFilter::Folder(_)) => &row.folder,
    };
    let mut all = Vec::new();
    for row in &TABLE {
        for (by, applies) in [(FilterName::Platform, by_platform(row)), (FilterName::Page, by_page(row))] {
            let (left_out, reason) = match applies {
                Yes => continue,
                LeftOut(reason) => (true, *reason),
                Unfiltered(reason) => (false, *reason),
            };
            all.push(NotFiltered { figures: row.figures, by, left_out, reason: reason.to_owned() });
        }
    }
    all
}
