//! What an email says about a site.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::news::{News, ToDo};
use crate::{engines::Engine, shared::ids::SiteId};

/// The maximum number of sites in an email.
pub const MAX_MAILED_SITES: usize = 8;
/// The maximum number of rows of each list about a site in an email.
pub const MAX_MAILED_ROWS: usize = 5;

/// A figure of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ReportFigureName")]
pub enum FigureName {
    /// Clicks on an assistant's button or on a question.
    Asks,
    /// Visits that an AI assistant sent.
    AiReferrals,
    /// Asks per 100 views with the widget.
    #[serde(rename = "asksPer100Views")]
    AsksPer100Views,
    /// The share of engines' answers that cite the site.
    CitationRate,
}

/// Whether a figure clearly changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ReportFigureChange")]
pub enum FigureChange {
    /// It clearly rose.
    Rise,
    /// It clearly fell.
    Fall,
    /// No clear change.
    None,
    /// There is too little to tell.
    TooShort,
    /// Changes of this figure are not tested.
    Untested,
}

/// What needs attention, the most urgent first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ReportNeedCode")]
pub enum NeedCode {
    /// The last check of the site's page failed, and the widget was not seen since.
    InstallError,
    /// The widget was not seen for seven days.
    Stale,
    /// The widget was never seen, and the site has no events.
    NotInstalled,
    /// The site's server refuses a crawler that reads for an index or for a person.
    CrawlerRefused,
    /// The site has enabled monitors, and credits are low.
    CreditsLow,
}

impl NeedCode {
    /// What the team can do about it.
    pub const fn to_do(self) -> ToDo {
        match self {
            Self::InstallError | Self::Stale | Self::NotInstalled => ToDo::CheckWidget,
            Self::CrawlerRefused => ToDo::AllowCrawler,
            Self::CreditsLow => ToDo::AddCredits,
        }
    }
}

/// A figure in an email.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct MailedFigure {
    /// Which figure it is.
    pub figure: FigureName,
    /// The figure; `None` without a denominator.
    pub value: Option<f64>,
    /// The figure of the previous period.
    pub previous: Option<f64>,
    /// Whether it clearly changed.
    pub change: FigureChange,
}

/// A change of a citation rate in an email.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MailedChange {
    /// Whether the rate rose.
    pub is_rise: bool,
    /// The engine; `None` for all engines.
    pub engine: Option<Engine>,
    /// The question; `None` for all questions.
    pub query: Option<String>,
    /// The answers that cite the site, and all answers, before the change.
    pub before: (u64, u64),
    /// The same after the change.
    pub after: (u64, u64),
    /// What an answer that cites the site says.
    pub passage: Option<String>,
}

/// Something that needs attention, in an email.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailedNeed {
    /// What it is.
    pub code: NeedCode,
    /// The crawler's name, and how many of its requests were refused.
    pub crawler: Option<(String, u64)>,
}

/// What an email says about a site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SiteDigest {
    /// The site.
    pub site_id: SiteId,
    /// Its name.
    pub name: String,
    /// Its host name.
    pub domain: String,
    /// The news, the most important first.
    pub news: Vec<News>,
    /// The one thing to do.
    pub to_do: Option<ToDo>,
    /// The figures.
    pub figures: Vec<MailedFigure>,
    /// The changes of citation rates.
    pub changes: Vec<MailedChange>,
    /// The paths of pages that rose, and the texts of questions that rose, with the count now and before.
    pub rising: Vec<(String, i64, i64)>,
    /// What needs attention.
    pub needs: Vec<MailedNeed>,
}

/// The sites in the order of an email: the one with the most news first, then by name. Returns how many do not fit.
pub fn in_mail_order(sites: &mut Vec<SiteDigest>) -> usize {
    use super::news::weight;
    sites.sort_by(|one, other| {
        let by_news = weight(&other.news).cmp(&weight(&one.news));
        by_news.then_with(|| (&one.name, one.site_id).cmp(&(&other.name, other.site_id)))
    });
    let left_out = sites.len().saturating_sub(MAX_MAILED_SITES);
    sites.truncate(MAX_MAILED_SITES);
    left_out
}
