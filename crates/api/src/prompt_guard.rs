//! The prompt policy at the API's edge: text against it is refused, or kept with warnings where the operator says so.

use askline_domain::{prompt::PromptWarning, prompt_policy::examine, violation::Violation};

use crate::{
    app::App,
    error::{ApiError, Code},
};

/// Warnings about texts against the policy, each with its path; the refusal unless the operator only wants to be warned.
pub fn check_policy<'a>(
    app: &App,
    texts: impl IntoIterator<Item = (String, &'a str)>,
) -> Result<Vec<PromptWarning>, ApiError> {
    let mut details = Vec::new();
    let mut warnings = Vec::new();
    for (path, text) in texts {
        for finding in examine(text) {
            let warning = finding.as_warning();
            details.push(Violation::new(&*path, &warning.code, &*warning.message));
            warnings.push(warning);
        }
    }
    match details.first() {
        Some(first) if app.settings().refuse_prompts_against_policy => Err(ApiError {
            message: format!("The text would deceive readers or their assistants. {}: {}", first.path, first.message),
            details,
            ..ApiError::new(Code::PromptPolicyViolation, "")
        }),
        _ => Ok(warnings),
    }
}
