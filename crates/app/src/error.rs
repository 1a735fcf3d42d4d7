//! Why a use case did not do what was asked.

use askline_domain::{keys::KeyStatus, organizations::plan::Plan, shared::violation::Violation};

use crate::ports::StoreError;

/// Why a use case did not do what was asked. Nothing was stored, unless a store does not know.
#[derive(Debug, Clone, thiserror::Error)]
pub enum UseCaseError {
    /// There is no such object, or the caller may not see it.
    #[error("there is no such {0}")]
    NotFound(&'static str),
    /// What is wrong with the input, field by field.
    #[error("the input is not allowed: {}", first(.0))]
    Invalid(Vec<Violation>),
    /// Passages that the prompt policy refuses.
    #[error("a text is against the prompt policy: {}", first(.0))]
    AgainstPolicy(Vec<Violation>),
    /// A limit is reached.
    #[error("a limit is reached: {0:?}")]
    LimitReached(Limit),
    /// Only an active key that was not replaced can be.
    #[error("the key cannot be replaced: it is {0:?}")]
    KeyNotRotatable(KeyStatus),
    /// Someone else changed it after it was read.
    #[error("it was changed at the same time: {0:?}")]
    ChangedMeanwhile(Changed),
    /// The store could not do it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A limit on how many objects of a kind there may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// The sites of a plan.
    Sites {
        /// The plan.
        plan: Plan,
        /// How many it has.
        most: u32,
    },
    /// The sites that an organization may make within a day.
    SitesMadeToday,
    /// The active keys of a plan, one with its replacement counting once.
    Keys {
        /// The plan.
        plan: Plan,
        /// How many it has.
        most: u32,
    },
    /// The keys that an organization may make within a day, replacements included.
    KeysMadeToday,
    /// The rules of a site.
    Rules,
    /// The prompts of a site.
    Prompts,
    /// The prompts of a site, which with a file would have as many.
    PromptsOfFile {
        /// As many.
        prompts: usize,
    },
}

/// What someone else changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Changed {
    /// A prompt.
    Prompt,
    /// The prompts of a site.
    PromptsOfSite,
    /// The rules of a site: others than those that were named.
    RulesOfSite,
}

impl UseCaseError {
    /// What is wrong with the input, if that is the reason.
    pub fn into_violations(self) -> Vec<Violation> {
        match self {
            Self::Invalid(violations) | Self::AgainstPolicy(violations) => violations,
            _ => Vec::new(),
        }
    }
}

fn first(violations: &[Violation]) -> &str {
    violations.first().map_or("", |violation| violation.message.as_str())
}

impl From<Vec<Violation>> for UseCaseError {
    fn from(violations: Vec<Violation>) -> Self {
        Self::Invalid(violations)
    }
}
