//! What crawlers read pages for.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a crawler reads pages for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CrawlerPurpose {
    /// To train models.
    Training,
    /// For the index that a search or AI product answers from.
    SearchIndex,
    /// Because a person's chat requested the page.
    UserTriggeredFetch,
    /// To act in a browser on a person's behalf.
    AgentBrowser,
    /// To publish a set of crawled pages.
    Dataset,
    /// For the index of one customer's AI application.
    SearchIndexForCustomers,
    /// To sell search results to AI products.
    SearchApiProvider,
    /// To sell or supply the data that it reads.
    DataProvider,
    /// To check the pages that ads lead to.
    AdsCheck,
    /// To show a preview of a shared link.
    LinkPreview,
    /// For research.
    Research,
    /// For an AI tool that writes or optimizes texts.
    AiTool,
    /// For AI; nothing more exact is known.
    AiOther,
    /// For anything: a general tool that reads pages.
    Scraper,
    /// For search engine optimization.
    Seo,
    /// To check whether sites are available.
    Monitoring,
    /// To scan for security weaknesses.
    SecurityScan,
    /// To show feeds to subscribers.
    FeedReader,
    /// To archive pages.
    Archive,
    /// To test pages, or for anything else: a browser that a program drives.
    Automated,
    /// For another purpose.
    Other,
}
