//! What callers are told when a use case did not do what they asked.

use askline_app::error::{Limit, UseCaseError};
use askline_domain::organizations::bounds::MAX_SITES_MADE_A_DAY;

use super::error::{ApiError, Code};

impl From<UseCaseError> for ApiError {
    fn from(error: UseCaseError) -> Self {
        match error {
            UseCaseError::NotFound(what) => Self::not_found(what),
            UseCaseError::Invalid(violations) => violations.into(),
            UseCaseError::AgainstPolicy(details) => {
                let first = details.first().map(|first| format!("{}: {}", first.path, first.message));
                let message =
                    format!("The text would deceive readers or their assistants. {}", first.unwrap_or_default());
                Self { details, ..Self::new(Code::PromptPolicyViolation, message) }
            }
            UseCaseError::LimitReached(limit) => Self::limit_reached(words_about(limit)),
            UseCaseError::Store(error) => error.into(),
        }
    }
}

fn words_about(limit: Limit) -> String {
    match limit {
        Limit::Sites { plan, most } => format!("The {} plan has {most} sites, and all are taken.", plan.name()),
        Limit::SitesMadeToday => format!(
            "The organization made {MAX_SITES_MADE_A_DAY} sites today (UTC), which is as many as it may. Make more tomorrow."
        ),
    }
}
