//! How an engine is to answer one question.

use askline_domain::engine::Engine;
use serde::{Deserialize, Serialize};

use crate::fault::Wait;

/// A page that every answer with a search has consulted beside those that were asked for.
pub const ELSEWHERE: &str = "https://elsewhere.example/page";

/// A way to answer. As JSON: `{ "kind": "cited", "urls": ["https://example.org/a"] }`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Reaction {
    /// Searches, and links these pages in this order.
    Cited {
        /// The pages.
        urls: Vec<String>,
    },
    /// Searches and reads these pages, and links none.
    ConsultedOnly {
        /// The pages.
        urls: Vec<String>,
    },
    /// Searches, and says this without a link.
    MentionedOnly {
        /// The text.
        text: String,
    },
    /// Answers without a search.
    NoSearch,
    /// Searches twice and links pages repeatedly, with different tracking in their addresses.
    DuplicatesWithTracking,
    /// Answers beyond ASCII, its links told in another order than they stand in the text.
    Unicode,
    /// Links a page, among items, parts and fields that nobody has heard of.
    UnknownItems,
    /// Perplexity: the shape of the retired Sonar interface.
    RetiredShape {
        /// The pages that are linked.
        urls: Vec<String>,
    },
    /// Anthropic: pauses so often before it goes on to link a page.
    PauseTurn {
        /// How often.
        times: u32,
    },
    /// Gemini: links pages whose redirects lead nowhere.
    DeadRedirects {
        /// The pages.
        urls: Vec<String>,
    },
    /// Gemini: links pages whose redirects do not answer.
    HangingRedirects {
        /// The pages.
        urls: Vec<String>,
    },
    /// A run that failed, told with 200.
    FailureInside200,
    /// A refusal of an engine that is overloaded, told with 200: an error in the place of an answer.
    ErrorBody200,
    /// Perplexity: a run that was cancelled, told with 200.
    Cancelled,
    /// A search that failed, told with 200.
    SearchFailed,
    /// An answer that broke off because it was too long.
    Incomplete,
    /// Declines to answer.
    Refusal,
    /// Gemini: the question is blocked.
    BlockedPrompt,
    /// A whole answer without any text.
    Silence,
    /// Refuses the key, repeating it.
    BadKey,
    /// The account is empty.
    OutOfCredit,
    /// The account may not do this.
    Forbidden,
    /// Too many requests.
    RateLimited {
        /// How to say when to come again.
        wait: Wait,
    },
    /// Gemini: the quota of the day is used up.
    DailyQuota,
    /// Fails.
    ServerError,
    /// Is overloaded.
    Overloaded,
    /// Never answers.
    Hang,
    /// Begins to answer and never ends.
    Stall,
    /// Redirects the caller to another address.
    Redirected,
    /// Begins to answer and drops the connection.
    BreakOff,
    /// Half of the JSON of an answer, as if it were all.
    TruncatedJson,
    /// The page of a proxy, with 200.
    HtmlPage,
    /// The page of a proxy, with 502.
    ProxyError,
    /// More than any client should read.
    Huge,
}

impl Reaction {
    /// Whether the engine has it.
    pub fn is_of(&self, engine: Engine) -> bool {
        use Engine::{Anthropic, Gemini, OpenAi, Perplexity, Xai};
        let engines: &[Engine] = match self {
            Reaction::RetiredShape { .. } | Reaction::Cancelled => &[Perplexity],
            Reaction::PauseTurn { .. } => &[Anthropic],
            Reaction::DeadRedirects { .. }
            | Reaction::HangingRedirects { .. }
            | Reaction::BlockedPrompt
            | Reaction::DailyQuota => &[Gemini],
            Reaction::FailureInside200 => &[OpenAi, Perplexity, Xai],
            Reaction::SearchFailed => &[OpenAi, Anthropic, Xai],
            _ => &Engine::EVERY,
        };
        engines.contains(&engine)
    }
}

impl Default for Reaction {
    fn default() -> Self {
        Reaction::Cited { urls: vec!["https://example.org/a".into()] }
    }
}
