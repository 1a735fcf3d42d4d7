//! A question about what crawlers read.

use askline_domain::{
    logs::{evidence::Evidence, purpose::ReadPurpose},
    shared::calendar::Window,
};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::ports::logs::crawler_reads::CrawlerDay;

/// A question about what crawlers read.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ReadsQuestion {
    /// The days.
    pub window: Window,
    /// The window to compare with, if any.
    pub before: Option<Window>,
    /// Only reads of this page, by its identity.
    pub page: Option<String>,
    /// Only reads for this purpose.
    pub purpose: Option<ReadPurpose>,
    /// Only reads with this evidence.
    pub evidence: Option<Evidence>,
    /// Only reads of this crawler.
    pub crawler: Option<String>,
    /// Which pages are listed.
    pub pages: PageChoice,
    /// The maximum number of pages that are listed.
    pub limit: usize,
}

/// Which pages are listed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ReadPageList")]
pub enum PageChoice {
    /// All pages that were read.
    #[default]
    All,
    /// Pages that were read for an index or for a person, and that no answer cites.
    NeverCited,
    /// Pages that answers cite, and that no crawler read for an index or for a person.
    NotRead,
}

impl ReadsQuestion {
    /// Whether these reads are asked about.
    pub(super) fn wants(&self, row: &CrawlerDay) -> bool {
        self.purpose.is_none_or(|purpose| purpose == row.purpose)
            && self.evidence.is_none_or(|evidence| evidence == row.evidence)
            && self.crawler.as_deref().is_none_or(|crawler| crawler == row.crawler)
    }
}
