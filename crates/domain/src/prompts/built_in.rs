//! The prompts of every new site, in the languages that Askline supports. They ask only about the page and pass every
//! check that the customer's own prompts must pass. Their texts are in `data/built_in_prompts.json`.

use std::{collections::BTreeMap, sync::LazyLock};

use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;

use crate::{
    platforms::known_ids::KnownIds,
    prompts::{Prompt, PromptKind, PromptSource, choice::fit, input::NewPrompt},
    shared::{
        ids::{PromptId, SiteId},
        language_tag::{ANY_LANGUAGE, primary_language},
    },
};

/// The language whose set is used for pages in all other languages: its prompts ask for an answer in the page's
/// language.
const LANGUAGE_FOR_ALL: &str = "en";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    kind: PromptKind,
    name: String,
    text: String,
}

static BUILT_IN: LazyLock<BTreeMap<String, Vec<Words>>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../data/built_in_prompts.json")).expect("a test reads the same data")
});

/// The languages that have their own set.
pub fn built_in_prompt_languages() -> impl Iterator<Item = &'static str> {
    BUILT_IN.keys().map(String::as_str)
}

/// The names of all built-in prompts.
pub fn built_in_prompt_names() -> impl Iterator<Item = &'static str> {
    BUILT_IN.values().flatten().map(|words| words.name.as_str())
}

/// Returns the set for pages in `language` (a tag such as `de` or `pt-BR`), the most useful prompt first: a summary,
/// questions, an explanation, a comparison. A tag without its own set gets the set of its primary language, or else the
/// English one, which is for every language.
pub fn built_in_prompts(language: &str) -> Vec<NewPrompt> {
    let set_of = |tag: &str| BUILT_IN.iter().find(|(own, _)| own.eq_ignore_ascii_case(tag));
    let found = [language, primary_language(language), LANGUAGE_FOR_ALL].into_iter().find_map(set_of);
    let Some((own, set)) = found else { return Vec::new() };
    let language = if own == LANGUAGE_FOR_ALL { ANY_LANGUAGE } else { own };
    let prompt = |words: &Words| NewPrompt {
        language: Some(language.to_owned()),
        ..NewPrompt::of(&words.name, words.kind, &words.text)
    };
    set.iter().map(prompt).collect()
}

/// Replaces unchanged built-in prompts by those in the page's `language`. Prompts for every language are replaced;
/// those for another language only if no prompt for all assistants suits the page. Variants are never replaced, since
/// their group compares exact texts.
pub fn spoken_prompts(mut prompts: Vec<Prompt>, language: &str) -> Vec<Prompt> {
    let suits = |prompt: &Prompt| fit(&prompt.language, language) > 0;
    let has_own = prompts.iter().any(|prompt| prompt.platform_ids.is_empty() && suits(prompt));
    let set = built_in_prompts(language);
    for prompt in &mut prompts {
        let is_meant = if suits(prompt) { prompt.language == ANY_LANGUAGE } else { !has_own };
        if !is_meant || prompt.variant_group.is_some() || !is_built_in(prompt) {
            continue;
        }
        if let Some(words) = set.iter().find(|words| words.kind == prompt.kind) {
            prompt.name.clone_from(&words.name);
            prompt.text.clone_from(&words.text);
            prompt.language = ANY_LANGUAGE.to_owned();
        }
    }
    prompts
}

fn is_built_in(prompt: &Prompt) -> bool {
    BUILT_IN.values().flatten().any(|words| words.kind == prompt.kind && words.text == prompt.text)
}

/// Returns the prompts of a new site. `new_id` creates an id for a given time. The prompts are a millisecond apart, the
/// first one oldest, since the widget's buttons use the oldest matching prompt. A regeneration may replace them.
pub fn prompts_for_new_site(
    site: SiteId,
    language: &str,
    at: Timestamp,
    new_id: &mut dyn FnMut(Timestamp) -> PromptId,
) -> Vec<Prompt> {
    let set = built_in_prompts(language);
    let count = i64::try_from(set.len()).unwrap_or(0);
    let dated = set.into_iter().zip((0..count).rev());
    let made = dated.filter_map(|(prompt, before)| {
        let settings = prompt.check(&KnownIds::default()).ok()?;
        let made_at = at.checked_sub(SignedDuration::from_millis(before)).unwrap_or(at);
        let prompt = Prompt::new(new_id(made_at), site, settings, PromptSource::Generated, made_at);
        Some(Prompt { generated_at: Some(made_at), ..prompt })
    });
    made.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        prompts::{
            policy::{OwnAddresses, examine},
            prompt_warnings,
            text::{encoded_length, has_placeholder},
        },
        shared::ids::Id,
    };

    /// What remains of the 2,000 bytes that every platform accepts, after the page's address and title.
    const MAX_ENCODED_BYTES: usize = 1_500;

    #[test]
    fn every_prompt_passes_the_checks_and_the_policy_and_leaves_room_for_the_page() {
        let languages: Vec<&str> = built_in_prompt_languages().collect();
        assert_eq!(languages, ["ar", "de", "en", "es", "fr", "ja", "pt", "pt-PT"]);
        for language in languages {
            let set = built_in_prompts(language);
            let kinds: Vec<PromptKind> = set.iter().map(|prompt| prompt.kind).collect();
            let expected = [PromptKind::Summary, PromptKind::Question, PromptKind::Explain, PromptKind::Compare];
            assert_eq!(kinds, expected, "{language}");
            for prompt in set {
                let text = prompt.text.clone();
                assert!(has_placeholder(&text, "url") && has_placeholder(&text, "title"), "{text}");
                assert_eq!(examine(&text, OwnAddresses::Hosts(&[])), [], "{text}");
                assert_eq!(examine(&prompt.name, OwnAddresses::Hosts(&[])), [], "{}", prompt.name);
                assert_eq!(prompt_warnings(&text, &[]), [], "{text}");
                assert!(encoded_length(&text) <= MAX_ENCODED_BYTES, "{} {text}", encoded_length(&text));
                assert!(prompt.check(&KnownIds::default()).is_ok(), "{text}");
            }
        }
    }

    #[test]
    fn a_language_without_a_set_gets_the_one_that_is_for_all() {
        let language = |asked: &str| built_in_prompts(asked)[0].language.clone().expect("they name one");
        assert_eq!(language("de-AT"), "de");
        assert_eq!(language("PT-br"), "pt");
        assert_eq!(language("pt-pt"), "pt-PT");
        assert_eq!(language("en"), "*");
        assert_eq!(built_in_prompts("nl"), built_in_prompts("en"));
        assert_eq!(built_in_prompts(""), built_in_prompts("en"));
    }

    fn site_in(language: &str) -> Vec<Prompt> {
        let mut random = rand::rng();
        prompts_for_new_site(SiteId::from_bits(1), language, Timestamp::UNIX_EPOCH, &mut |at| {
            PromptId::new(at, &mut random)
        })
    }

    fn texts(prompts: &[Prompt]) -> Vec<&str> {
        prompts.iter().map(|prompt| prompt.text.as_str()).collect()
    }

    #[test]
    fn unchanged_built_in_prompts_are_asked_in_the_language_of_the_page() {
        for own in built_in_prompt_languages() {
            let prompts = site_in(own);
            for asked in built_in_prompt_languages() {
                let spoken = spoken_prompts(prompts.clone(), asked);
                let expected = site_in(if fit(own, asked) > 0 && own != LANGUAGE_FOR_ALL { own } else { asked });
                assert_eq!(texts(&spoken), texts(&expected), "{own} {asked}");
                let ids = |prompts: &[Prompt]| prompts.iter().map(|prompt| prompt.id).collect::<Vec<_>>();
                assert_eq!(ids(&spoken), ids(&prompts));
            }
        }
    }

    #[test]
    fn prompts_that_were_edited_or_are_compared_stay_as_they_are() {
        let mut prompts = site_in("en");
        prompts[0].text.push_str(" Briefly.");
        prompts[1].variant_group = Some("g".into());
        let spoken = spoken_prompts(prompts.clone(), "de");
        assert_eq!(texts(&spoken)[..2], texts(&prompts)[..2]);
        assert_eq!(texts(&spoken)[2..], texts(&site_in("de"))[2..]);
        // A custom prompt for every language comes before a built-in one for another language.
        let mut prompts = site_in("de");
        prompts[3] = Prompt { text: "Mine: {{url}}".into(), language: ANY_LANGUAGE.into(), ..prompts[3].clone() };
        assert_eq!(spoken_prompts(prompts.clone(), "fr"), prompts);
    }

    #[test]
    fn the_prompts_of_a_new_site_are_in_order_of_age() {
        let at: Timestamp = "2026-01-01T00:00:00Z".parse().expect("a timestamp");
        let mut random = rand::rng();
        let prompts = prompts_for_new_site(SiteId::from_bits(1), "en", at, &mut |at| PromptId::new(at, &mut random));
        assert_eq!(prompts.len(), 4);
        assert!(prompts.is_sorted_by(|a, b| a.id < b.id && a.created_at < b.created_at));
        assert_eq!(prompts[3].created_at, at);
        assert_eq!(prompts[0].kind, PromptKind::Summary);
    }
}
