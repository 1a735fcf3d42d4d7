//! How an engine answers one question.

use askline_domain::engines::Engine;
use serde::{Deserialize, Serialize};

use crate::fault::Wait;

/// A page that an answer with a search consults besides the requested ones, except with [`Reaction::ConsultedOnly`].
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
    /// Searches and reads these pages, but links none.
    ConsultedOnly {
        /// The pages.
        urls: Vec<String>,
    },
    /// Searches, and returns this text without a link.
    MentionedOnly {
        /// The text.
        text: String,
    },
    /// Answers without a search.
    NoSearch,
    /// Searches twice and links pages repeatedly, with different tracking in their addresses.
    DuplicatesWithTracking,
    /// Answers with characters beyond ASCII; the links are listed in a different order from the text.
    Unicode,
    /// Links a page, among unknown items, parts and fields.
    UnknownItems,
    /// Perplexity: answers in the format of the retired Sonar API.
    RetiredShape {
        /// The pages that are linked.
        urls: Vec<String>,
    },
    /// Anthropic: pauses this many times before it links a page.
    PauseTurn {
        /// The number of pauses.
        times: u32,
    },
    /// Gemini: links pages whose redirects return 404.
    DeadRedirects {
        /// The pages.
        urls: Vec<String>,
    },
    /// Gemini: links pages whose redirects do not respond.
    HangingRedirects {
        /// The pages.
        urls: Vec<String>,
    },
    /// OpenAI, Perplexity, xAI: a failed run, reported with status 200.
    FailureInside200,
    /// The error of an overloaded engine, with status 200 instead of an answer.
    ErrorBody200,
    /// Perplexity: a canceled run, reported with status 200.
    Cancelled,
    /// OpenAI, Anthropic, xAI: a failed search, reported with status 200.
    SearchFailed,
    /// An answer that ends early because it is too long.
    Incomplete,
    /// Declines to answer.
    Refusal,
    /// Gemini: the question is blocked.
    BlockedPrompt,
    /// A complete answer without any text.
    Silence,
    /// Refuses the key, and repeats it in the message.
    BadKey,
    /// The account has no credit left.
    OutOfCredit,
    /// The account does not have the permission.
    Forbidden,
    /// Too many requests.
    RateLimited {
        /// How to say when to retry.
        wait: Wait,
    },
    /// Gemini: the quota of the day is used up.
    DailyQuota,
    /// Fails with a server error.
    ServerError,
    /// Refuses because it is overloaded.
    Overloaded,
    /// Never responds.
    Hang,
    /// Starts to respond and never ends.
    Stall,
    /// Redirects the caller to another address.
    Redirected,
    /// Starts to respond and drops the connection.
    BreakOff,
    /// Sends half of the JSON of an answer as if it were complete.
    TruncatedJson,
    /// The HTML page of a proxy, with status 200.
    HtmlPage,
    /// The HTML page of a proxy, with status 502.
    ProxyError,
    /// More bytes than any client should read.
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
