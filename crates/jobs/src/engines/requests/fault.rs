//! Why an engine's response contains no answer, and whether asking again may help. Nothing here reads a body: each
//! engine's file does that.

use askline_domain::engines::{
    Engine,
    answer::{Again, EngineFailureKind as Kind},
};

/// The maximum number of characters of an engine's own code that messages repeat.
const MAX_CODE_CHARACTERS: usize = 80;

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The kind of failure.
    pub kind: Kind,
    /// Whether asking again may help.
    pub again: Again,
    /// The engine's own codes and types; never its sentences, which may name the operator's account.
    pub codes: Vec<String>,
}

impl Fault {
    /// A fault that asking again does not remove.
    pub fn lasting(kind: Kind) -> Self {
        Self { kind, again: Again::Never, codes: Vec::new() }
    }

    /// A fault that may not happen the next time.
    pub fn passing(kind: Kind) -> Self {
        Self { kind, again: Again::Later, codes: Vec::new() }
    }

    /// The fault that follows from the status alone. The engines' own clients retry 409 and 424.
    pub fn of_status(status: u16) -> Self {
        match status {
            401 => Self::lasting(Kind::BadKey),
            402 => Self::lasting(Kind::OutOfCredit),
            403 => Self::lasting(Kind::Forbidden),
            408 | 409 | 424 | 425 | 500.. => Self::passing(Kind::EngineFailed),
            429 => Self::passing(Kind::RateLimited),
            400..=499 => Self::lasting(Kind::BadRequest),
            _ => Self::lasting(Kind::Unreadable),
        }
    }

    /// Adds the engine's own code for the fault.
    pub fn called(mut self, code: Option<&str>) -> Self {
        let plain: String = code
            .unwrap_or_default()
            .chars()
            .filter(|c| c.is_ascii_alphanumeric() || "_-.: ".contains(*c))
            .take(MAX_CODE_CHARACTERS)
            .collect();
        if !plain.trim().is_empty() && !self.codes.contains(&plain) {
            self.codes.push(plain);
        }
        self
    }

    /// The sentence that people see.
    pub fn sentence(&self, engine: Engine, status: Option<u16>) -> String {
        let name = name_of(engine);
        let said = match self.kind {
            Kind::NotConfigured => format!("{name} is not set up"),
            Kind::BadKey => format!("{name} refuses the key"),
            Kind::OutOfCredit => format!("The account at {name} has no credit or has spent its limit"),
            Kind::Forbidden => format!("The account at {name} may not do this"),
            Kind::BadRequest => format!("{name} refuses the request"),
            Kind::RateLimited => format!("{name} has had too many requests"),
            Kind::EngineFailed => format!("{name} is overloaded or failed"),
            Kind::TimedOut => format!("{name} gave no answer in time"),
            Kind::ConnectionFailed => format!("The connection to {name} failed or was interrupted"),
            Kind::Unreadable => format!("{name} sent an answer that its API does not document"),
            Kind::TooLarge => format!("The answer of {name} was too large"),
            Kind::Declined => format!("{name} declined to answer or stopped before the end"),
            Kind::SearchFailed => format!("The search of {name} failed"),
        };
        let status = status.map(|status| format!("HTTP {status}"));
        let details: Vec<&str> = status.as_deref().into_iter().chain(self.codes.iter().map(String::as_str)).collect();
        if details.is_empty() { format!("{said}.") } else { format!("{said} ({}).", details.join(", ")) }
    }
}

/// The engine's name for people.
const fn name_of(engine: Engine) -> &'static str {
    match engine {
        Engine::OpenAi => "OpenAI",
        Engine::Anthropic => "Anthropic",
        Engine::Perplexity => "Perplexity",
        Engine::Xai => "xAI",
        Engine::Gemini => "Gemini",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_may_pass_by_itself_is_tried_again() {
        for status in [408, 409, 424, 429, 500, 502, 503, 504, 529] {
            assert_eq!(Fault::of_status(status).again, Again::Later, "{status}");
        }
        for status in [300, 400, 401, 402, 403, 404, 410, 413, 422] {
            assert_eq!(Fault::of_status(status).again, Again::Never, "{status}");
        }
    }

    #[test]
    fn a_code_cannot_carry_a_text_into_a_message() {
        let code = format!("bad\n<script>{}", "x".repeat(500));
        let sentence = Fault::of_status(400).called(Some(&code)).called(None).sentence(Engine::Xai, Some(400));
        assert!(sentence.starts_with("xAI refuses the request (HTTP 400, badscriptxx"), "{sentence}");
        assert!(sentence.len() < 150);
    }
}
