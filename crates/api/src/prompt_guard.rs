//! Prompts at the API's edge: text against the prompt policy is refused, or kept with warnings where the operator says
//! so, and no prompt is named that the site does not have.

use askline_domain::{
    id::PromptId,
    prompt::PromptWarning,
    prompt_policy::{OwnAddresses, examine},
    site::Site,
    violation::{Violation, Violations},
};

use crate::{
    app::App,
    caller::{Call, SiteAccess},
    error::{ApiError, Code},
};

/// Warnings about texts of a site against the policy, each with its path; the refusal unless the operator only wants to
/// be warned.
pub fn check_policy<T: AsRef<str>>(
    app: &App,
    site: &Site,
    texts: impl IntoIterator<Item = (String, T)>,
) -> Result<Vec<PromptWarning>, ApiError> {
    let found = found_in(site, texts);
    let details: Vec<Violation> =
        found.iter().map(|(path, warning)| Violation::new(&**path, &warning.code, &*warning.message)).collect();
    match details.first() {
        Some(first) if app.settings().refuse_prompts_against_policy => Err(ApiError {
            message: format!("The text would deceive readers or their assistants. {}: {}", first.path, first.message),
            details,
            ..ApiError::new(Code::PromptPolicyViolation, "")
        }),
        _ => Ok(found.into_iter().map(|(_, warning)| warning).collect()),
    }
}

/// What the policy finds in texts of a site, each with its path.
pub fn found_in<T: AsRef<str>>(
    site: &Site,
    texts: impl IntoIterator<Item = (String, T)>,
) -> Vec<(String, PromptWarning)> {
    let hosts = site.hosts();
    let of_text = |(path, text): (String, T)| {
        let findings = examine(text.as_ref(), OwnAddresses::Hosts(&hosts));
        findings.into_iter().map(move |finding| (path.clone(), finding.as_warning())).collect::<Vec<_>>()
    };
    texts.into_iter().flat_map(of_text).collect()
}

/// Refuses prompts that the site does not have, each with its path. The caller leaves out those that were named before,
/// which may have been deleted since: what `GET` gave can be sent back, and the widget passes over a prompt that is gone.
pub async fn check_prompts(
    call: &Call<SiteAccess>,
    newly_named: impl IntoIterator<Item = (String, PromptId)>,
) -> Result<(), ApiError> {
    let mut violations = Violations::new();
    for (path, id) in newly_named {
        if call.app.ports().prompts.prompt(call.tenant.site.site.id, id).await?.is_none() {
            let message = format!("{path}: the site has no prompt {id}.");
            violations.add(path, "UNKNOWN_PROMPT", message);
        }
    }
    Ok(violations.finish(())?)
}
