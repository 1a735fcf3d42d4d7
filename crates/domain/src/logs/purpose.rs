//! What a read is for, in five groups that are never added to each other.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::services::crawler_purpose::CrawlerPurpose;

/// What a crawler or an agent reads a page for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReadPurpose {
    /// To train models, or for a published data set that models are trained with.
    Training,
    /// For an index that answers are made from.
    Search,
    /// An assistant opens the page for a person, now.
    User,
    /// A browser that acts for a person.
    Agent,
    /// For something else: previews, archives, search engine optimization, monitoring, tools.
    Other,
}

words! {
    ReadPurpose, "a purpose":
    Training = "training",
    Search = "search",
    User = "user",
    Agent = "agent",
    Other = "other",
}

impl ReadPurpose {
    /// Whether answers are made from what is read. Many sites refuse crawlers for training on purpose.
    pub const fn is_for_answers(self) -> bool {
        matches!(self, Self::Search | Self::User)
    }
}

impl From<CrawlerPurpose> for ReadPurpose {
    fn from(purpose: CrawlerPurpose) -> Self {
        use CrawlerPurpose::*;
        match purpose {
            Training | Dataset => Self::Training,
            SearchIndex | SearchIndexForCustomers | SearchApiProvider => Self::Search,
            UserTriggeredFetch => Self::User,
            AgentBrowser => Self::Agent,
            DataProvider | AdsCheck | LinkPreview | Research | AiTool | AiOther | Scraper | Seo | Monitoring
            | SecurityScan | FeedReader | Archive | Automated | Other => Self::Other,
        }
    }
}
