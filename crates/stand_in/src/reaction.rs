//! How an engine answers one question.

use askline_domain::monitors::engine::Engine;
use serde::{Deserialize, Serialize};

use crate::fault::Wait;

/// A page that every answer with a search has consulted, besides the requested ones.
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
    /// Searches, and gives this text without a link.
    MentionedOnly {
        /// The text.
        text: String,
    },
    /// Answers without a search.
    NoSearch,
    /// Searches twice and links pages repeatedly, with different tracking in their addresses.
    DuplicatesWithTracking,
    /// Answers beyond ASCII, with its links listed in another order than in the text.
    Unicode,
    /// Links a page, among unknown items, parts and fields.
    UnknownItems,
    /// Perplexity: the shape of the retired Sonar interface.
    RetiredShape {
        /// The pages that are linked.
        urls: Vec<String>,
    },
    /// Anthropic: pauses this many times before it links a page.
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
    /// A failed run, reported with 200.
    FailureInside200,
    /// The refusal of an overloaded engine, reported with 200: an error instead of an answer.
    ErrorBody200,
    /// Perplexity: a cancelled run, reported with 200.
    Cancelled,
    /// A failed search, reported with 200.
    SearchFailed,
    /// An answer that broke off because it was too long.
    Incomplete,
    /// Declines to answer.
    Refusal,
    /// Gemini: the question is blocked.
    BlockedPrompt,
    /// A complete answer without any text.
    Silence,
    /// Refuses the key, repeating it.
    BadKey,
    /// The account is empty.
    OutOfCredit,
    /// The account may not do this.
    Forbidden,
    /// Too many requests.
    RateLimited {
        /// How to say when to retry.
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
    /// Half of the JSON of an answer, as if it were complete.
    TruncatedJson,
    /// The page of a proxy, with 200.
    HtmlPage,
    /// The page of a proxy, with 502.
    ProxyError,
    /// More than any client should read.
    Huge,
}

impl Reaction {
    /// Whether the engine has this reaction.
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
