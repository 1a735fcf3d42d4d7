//! Why a use case did not do what was asked.

use askline_domain::{organizations::plan::Plan, shared::violation::Violation};

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
}

fn first(violations: &[Violation]) -> &str {
    violations.first().map_or("", |violation| violation.message.as_str())
}

impl From<Vec<Violation>> for UseCaseError {
    fn from(violations: Vec<Violation>) -> Self {
        Self::Invalid(violations)
    }
}
