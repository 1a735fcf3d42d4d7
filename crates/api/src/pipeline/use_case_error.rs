//! The answers of the API when a use case fails.

use askline_app::{
    error::{Changed, Limit, UseCaseError},
    ports::rules::MAX_RULES_PER_SITE,
};
use askline_domain::{
    keys::KeyStatus,
    organizations::bounds::{MAX_KEYS_MADE_A_DAY, MAX_SITES_MADE_A_DAY},
    prompts::MAX_PROMPTS_PER_SITE,
};

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
            UseCaseError::KeyNotRotatable(status) => Self::new(Code::Conflict, why_not_rotatable(status)),
            UseCaseError::ChangedMeanwhile(what) => Self::new(Code::Conflict, how_to_repeat(what)),
            UseCaseError::Store(error) => error.into(),
        }
    }
}

fn words_about(limit: Limit) -> String {
    match limit {
        Limit::Sites { plan, most } => {
            format!("The organization has reached the site limit of the {} plan ({most}).", plan.name())
        }
        Limit::Keys { plan, most } => format!(
            "The {} plan allows {most} active keys; a key and its replacement count as one. Revoke a key or raise the plan.",
            plan.name()
        ),
        Limit::KeysMadeToday => format!(
            "The organization created {MAX_KEYS_MADE_A_DAY} keys today (UTC), including replacements. That is the daily limit. \
             Create more tomorrow."
        ),
        Limit::Rules => format!("The site has reached the limit of {MAX_RULES_PER_SITE} rules."),
        Limit::Prompts => format!("The site has reached the limit of {MAX_PROMPTS_PER_SITE} prompts."),
        Limit::PromptsOfFile { prompts } => {
            format!("A site may have {MAX_PROMPTS_PER_SITE} prompts, and with this file it would have {prompts}.")
        }
        Limit::SitesMadeToday => format!(
            "The organization created {MAX_SITES_MADE_A_DAY} sites today (UTC). That is the daily limit. Create more tomorrow."
        ),
    }
}

const fn how_to_repeat(what: Changed) -> &'static str {
    match what {
        Changed::Prompt => "The prompt was changed at the same time. Read it, then edit again.",
        Changed::RulesOfSite => {
            "ruleIds must name each rule of the site exactly once. Read the site's rules, then order them again."
        }
        Changed::PromptsOfSite => {
            "The site's prompts were changed at the same time. Nothing was imported; send the file again."
        }
    }
}

const fn why_not_rotatable(status: KeyStatus) -> &'static str {
    match status {
        KeyStatus::Active => "This key was already replaced. Rotate the key that replaced it.",
        KeyStatus::Expired => "This key has expired. Create a new one.",
        KeyStatus::Revoked => "This key was revoked. Create a new one.",
    }
}
