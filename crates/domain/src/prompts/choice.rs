//! Chooses the prompt of an assistant's button. The widget chooses in the same way, in
//! `widget/src/first/offers/prompt_choice.ts`; `testdata/offer_cases.json` tests both implementations.
//!
//! # Semantics
//!
//! 1. If a rule or the configuration sets a prompt for the platform, that prompt is used if it is active.
//! 2. Otherwise the prompts that name this platform are considered; if none of them suits the page's language, those
//!    that name no platform.
//! 3. Of these, the first in exactly the page's language is used, otherwise in the same primary language, otherwise for
//!    every language (`*`). The first is the oldest. If no prompt suits, the first that names no platform is used:
//!    naming the platform is never a reason to use a prompt in another language.
//! 4. If the chosen prompt is in a variant group, one of its variants is drawn by weight. The variants are the prompts
//!    with the same group and language that name the platform, if the chosen prompt names it; otherwise those that name
//!    no platform.

use std::{cmp::Reverse, collections::HashSet};

use crate::{
    prompts::Prompt,
    shared::{
        ids::PromptId,
        language_tag::{ANY_LANGUAGE, primary_language},
    },
};

/// Returns the prompt for a platform; `None` if the site has none. `prompts` are the active ones, oldest first. `draw`
/// returns a number from 0 (inclusive) to 1 (exclusive) for a variant group.
pub fn choose_prompt<'a>(
    prompts: &'a [Prompt],
    platform_id: &str,
    set: Option<PromptId>,
    language: &str,
    draw: &dyn Fn(&str) -> f64,
) -> Option<&'a Prompt> {
    let names_platform = |prompt: &Prompt| prompt.platform_ids.iter().any(|id| id == platform_id);
    let meant: Vec<&Prompt> = prompts.iter().filter(|prompt| names_platform(prompt)).collect();
    let general: Vec<&Prompt> = prompts.iter().filter(|prompt| prompt.platform_ids.is_empty()).collect();
    let chosen = prompts
        .iter()
        .find(|prompt| Some(prompt.id) == set)
        .or_else(|| in_language(&meant, language))
        .or_else(|| in_language(&general, language))
        .or_else(|| general.first().copied())?;
    let Some(group) = chosen.variant_group.as_deref() else { return Some(chosen) };
    let from = if names_platform(chosen) { meant } else { general };
    let is_variant =
        |prompt: &&Prompt| prompt.variant_group.as_deref() == Some(group) && prompt.language == chosen.language;
    let variants: Vec<&Prompt> = from.into_iter().filter(is_variant).collect();
    let mut left = draw(group) * variants.iter().map(|prompt| f64::from(prompt.weight)).sum::<f64>();
    let drawn = variants.into_iter().find(|prompt| {
        left -= f64::from(prompt.weight);
        left < 0.0
    });
    Some(drawn.unwrap_or(chosen))
}

/// Keeps the `prompts` that a page in `language` can use, in their order: [`choose_prompt`] chooses the same prompt
/// from these as from all. `set` contains the ids that the configuration and the rules name.
pub fn prompts_for_language(prompts: Vec<Prompt>, set: &HashSet<PromptId>, language: &str) -> Vec<Prompt> {
    let usual = prompts.iter().find(|prompt| prompt.platform_ids.is_empty()).map(|prompt| prompt.id);
    let is_named =
        |prompt: &Prompt| Some(prompt.id) == usual || set.contains(&prompt.id) || fit(&prompt.language, language) > 0;
    let groups: HashSet<(String, String)> =
        prompts.iter().filter(|prompt| is_named(prompt)).filter_map(group_of).collect();
    let is_variant = |prompt: &Prompt| group_of(prompt).is_some_and(|group| groups.contains(&group));
    prompts.into_iter().filter(|prompt| is_named(prompt) || is_variant(prompt)).collect()
}

/// The variant group and the language; all variants of a group share both.
fn group_of(prompt: &Prompt) -> Option<(String, String)> {
    Some((prompt.variant_group.clone()?, prompt.language.clone()))
}

/// Returns the first of the prompts that suit `language` best; `None` if no prompt suits it.
fn in_language<'a>(prompts: &[&'a Prompt], language: &str) -> Option<&'a Prompt> {
    let best = prompts.iter().copied().min_by_key(|prompt| Reverse(fit(&prompt.language, language)))?;
    (fit(&best.language, language) > 0).then_some(best)
}

/// Rates how well a prompt in the language `own` suits a page in `language`; 0 if it does not.
pub(crate) fn fit(own: &str, language: &str) -> u8 {
    if own == language {
        3
    } else if primary_language(own).eq_ignore_ascii_case(primary_language(language)) {
        2
    } else {
        u8::from(own == ANY_LANGUAGE)
    }
}
