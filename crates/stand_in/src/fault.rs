//! Faults: errors in a request or an account, and the responses that report them.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How an error response says when to retry. Gemini says it in the body instead of a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wait {
    /// Not at all.
    Unsaid,
    /// In seconds.
    Seconds(u32),
    /// As a date, this many seconds from now.
    Date(u32),
    /// In milliseconds.
    Milliseconds(u32),
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    BadKey,
    NoKey,
    OutOfCredit,
    Forbidden,
    UnknownModel,
    RateLimited(Wait),
    DailyQuota,
    ServerError,
    Overloaded,
    BadRequest(String),
    NotFound,
    MethodNotAllowed,
}

/// An error response.
#[derive(Debug, Clone)]
pub(crate) struct Refusal {
    pub status: u16,
    pub headers: Vec<(&'static str, String)>,
    pub body: Value,
}

impl Refusal {
    pub fn new(status: u16, body: Value) -> Self {
        Self { status, headers: Vec::new(), body }
    }

    /// Adds the header that says when to retry.
    pub fn with_wait(mut self, wait: Wait) -> Self {
        let header = match wait {
            Wait::Unsaid => return self,
            Wait::Seconds(seconds) => ("retry-after", seconds.to_string()),
            Wait::Milliseconds(milliseconds) => ("retry-after-ms", milliseconds.to_string()),
            Wait::Date(seconds) => {
                let now = jiff::Timestamp::now();
                let text = |moment: jiff::Timestamp| {
                    jiff::fmt::rfc2822::DateTimePrinter::new().timestamp_to_rfc9110_string(&moment)
                };
                let then = now + jiff::SignedDuration::from_secs(i64::from(seconds));
                self.headers.push(("date", text(now).unwrap_or_default()));
                ("retry-after", text(then).unwrap_or_default())
            }
        };
        self.headers.push(header);
        self
    }
}
