//! The kinds of sources that visits come from.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where a visit came from.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VisitSource {
    /// The kind of source.
    pub kind: VisitKind,
    /// The source's name: an id (`chatgpt`, `google`, `linkedin`), a campaign's source, a host, or `direct`.
    pub name: String,
}

/// The kinds of sources that visits come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ReferrerType")]
pub enum VisitKind {
    /// An AI assistant showed a link to the page.
    AiAssistant,
    /// A search engine.
    Search,
    /// A social network.
    Social,
    /// A link that names its campaign.
    Campaign,
    /// No source is known: the address was typed, bookmarked, or opened in an app that sends no referrer.
    Direct,
    /// Any other site.
    Other,
}

words! {
    VisitKind, "a kind of visit":
    AiAssistant = "ai_assistant",
    Search = "search",
    Social = "social",
    Campaign = "campaign",
    Direct = "direct",
    Other = "other",
}
