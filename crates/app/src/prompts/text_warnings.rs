//! Warnings about the text of a prompt.

use askline_domain::{
    platforms::link_registry::LinkRegistry,
    prompts::{PlatformRoom, Prompt, PromptWarning, prompt_warnings},
};

use crate::{error::UseCaseError, policy_check::Judge};

/// Returns the warnings about the text. A text that violates the policy is refused, unless the operator only wants a warning,
/// or the text is that of `before` unchanged.
pub fn warnings_of(
    registry: &LinkRegistry,
    judge: &mut Judge,
    prompt: &Prompt,
    before: Option<&Prompt>,
) -> Result<Vec<PromptWarning>, UseCaseError> {
    let text = [("text".to_owned(), prompt.text.as_str())];
    let against_policy = if before.is_some_and(|before| before.text == prompt.text) {
        judge.check_stored(text)
    } else {
        judge.check(text)?
    };
    let mut warnings = room_warnings(registry, &prompt.text, &prompt.platform_ids);
    warnings.extend(against_policy);
    Ok(warnings)
}

/// Returns the warnings about a text's length and about its placeholders.
pub fn room_warnings(registry: &LinkRegistry, text: &str, platform_ids: &[String]) -> Vec<PromptWarning> {
    let rooms: Vec<PlatformRoom<'_>> = registry
        .iter()
        .filter(|platform| platform_ids.is_empty() || platform_ids.contains(&platform.id))
        .map(|platform| PlatformRoom {
            name: &platform.name,
            max_prompt_bytes: (platform.max_url_bytes as usize).saturating_sub(platform.url_template.len()),
        })
        .collect();
    prompt_warnings(text, &rooms)
}
