//! The built-in generator: writes prompts and questions for a site without a model. Its words are in
//! `data/generated_prompts.json`. The same facts always give the same texts.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

use crate::{
    generation::{
        GeneratedPrompt, Generation, MAX_QUESTIONS_GENERATED, check_prompt_text, check_question_text,
        site_facts::SiteFacts,
    },
    prompts::{PromptKind, built_in::built_in_prompt_names},
    shared::language_tag::primary_language,
};

/// The language whose words are used for sites in a language without its own words.
const LANGUAGE_FOR_ALL: &str = "en";
/// The kind of site whose words are used for kinds without their own words.
const KIND_FOR_ALL: &str = "other";
/// The maximum number of questions about topics.
const MAX_TOPIC_QUESTIONS: usize = 2;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Words {
    comma: String,
    page_language: String,
    names: BTreeMap<PromptKind, String>,
    prompts: BTreeMap<String, BTreeMap<PromptKind, String>>,
    questions: BTreeMap<String, Vec<String>>,
}

static WORDS: LazyLock<BTreeMap<String, Words>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../data/generated_prompts.json")).expect("a test reads the same data")
});

fn words_for(language: &str) -> &'static Words {
    WORDS.get(primary_language(language)).unwrap_or_else(|| &WORDS[LANGUAGE_FOR_ALL])
}

/// The name of a prompt of a kind in a language.
pub fn prompt_name(kind: PromptKind, language: &str) -> &'static str {
    &words_for(language).names[&usual(kind)]
}

/// Whether the service itself gave this name to a prompt, in any language. Such a name may change with the language of
/// the text.
pub fn is_generated_name(name: &str) -> bool {
    WORDS.values().flat_map(|words| words.names.values()).any(|given| given == name)
        || built_in_prompt_names().any(|given| given == name)
}

/// Generates prompts of these kinds, and at most `max_questions` questions.
pub fn generate(site: &SiteFacts, kinds: &[PromptKind], max_questions: usize) -> Generation {
    let language = site.language.as_deref().unwrap_or(LANGUAGE_FOR_ALL);
    let prompts = kinds.iter().map(|kind| GeneratedPrompt {
        kind: *kind,
        name: prompt_name(*kind, language).to_owned(),
        text: prompt_text(site, *kind, language),
    });
    Generation {
        language: language.to_owned(),
        model: None,
        prompts: prompts.collect(),
        questions: questions(site, language, max_questions),
    }
}

/// The kind whose words are used: a kind without its own words uses those of an open question.
const fn usual(kind: PromptKind) -> PromptKind {
    match kind {
        PromptKind::Custom => PromptKind::Question,
        kind => kind,
    }
}

fn prompt_text(site: &SiteFacts, kind: PromptKind, language: &str) -> String {
    let words = words_for(language);
    let of_kind = |site_kind: &str| words.prompts.get(site_kind).and_then(|texts| texts.get(&usual(kind)));
    let template = of_kind(site.kind.as_str()).or_else(|| of_kind(KIND_FOR_ALL)).map_or("", String::as_str);
    // Topics that make the text invalid are left out, the last one first; if necessary, all of them.
    for most in (0..=site.topics.len()).rev() {
        let about = in_brackets(&site.topics[..most], words, language);
        let text = template.replace("{about}", &about) + &words.page_language;
        if most == 0 || check_prompt_text(&text).is_ok() {
            return text;
        }
    }
    String::new()
}

fn in_brackets(topics: &[String], words: &Words, language: &str) -> String {
    let listed = topics.join(&words.comma);
    match (topics, primary_language(language)) {
        ([], _) => String::new(),
        (_, "ja") => format!("（{listed}）"),
        _ => format!(" ({listed})"),
    }
}

/// A topic as it appears in a question. An English singular would need an article, so it is put in quotation marks.
fn in_question(topic: &str, language: &str) -> String {
    if primary_language(language) == "en" && !topic.ends_with('s') {
        format!("“{topic}”")
    } else {
        topic.to_owned()
    }
}

/// Questions that fit every page: first about the topics that all pages share, then what readers of such a site usually
/// ask. Readers see them, so a site in a language without questions here gets no questions; English ones would look
/// wrong on an Italian page. Questions from a page's headings are in [`crate::generation::page_texts`].
fn questions(site: &SiteFacts, language: &str, most: usize) -> Vec<String> {
    if !WORDS.contains_key(primary_language(language)) {
        return Vec::new();
    }
    let words = words_for(language);
    let of = |name: &str| words.questions.get(name).into_iter().flatten();
    let of_topic =
        words.questions.get(&format!("{}Topic", site.kind.as_str())).or_else(|| words.questions.get("topic"));
    let about = site.topics.iter().take(MAX_TOPIC_QUESTIONS).zip(of_topic.into_iter().flatten());
    let about = about.map(|(topic, question)| question.replace("{topic}", &in_question(topic, language)));
    let named = site.named(language).name;
    let filled = |question: &String| match &named {
        Some(name) => Some(question.replace("{site}", name)),
        // The sentence does not fit a name in the plural.
        None if question.contains("{site}") => of(&format!("{}Unnamed", site.kind.as_str())).next().cloned(),
        None => Some(question.clone()),
    };
    let usual = of(site.kind.as_str()).filter_map(filled);
    let mut questions: Vec<String> = Vec::new();
    for question in about.chain(usual).chain(of(KIND_FOR_ALL).cloned()) {
        if questions.len() < most.min(MAX_QUESTIONS_GENERATED)
            && !questions.contains(&question)
            && check_question_text(&question).is_ok()
        {
            questions.push(question);
        }
    }
    questions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::{
        SITE_KINDS,
        facts::{PageFacts, PageKind},
        site_facts::SiteKind,
    };
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    const SITES: [SiteKind; 5] =
        [SiteKind::Shop, SiteKind::Documentation, SiteKind::Magazine, SiteKind::Organization, SiteKind::Other];

    fn site(language: &str, kind: SiteKind, topics: &[&str]) -> SiteFacts {
        let topics = topics.iter().map(|topic| (*topic).to_owned()).collect();
        SiteFacts { name: "Acme".into(), language: Some(language.into()), kind, topics, pages: vec![] }
    }

    #[test]
    fn every_language_has_words_for_every_kind_of_site_and_all_pass_the_checks() {
        assert_eq!(WORDS.keys().collect::<Vec<_>>(), ["ar", "de", "en", "es", "fr", "ja", "pt"]);
        for language in WORDS.keys() {
            for kind in SITES {
                for topics in [&[][..], &["alpha"], &["alpha", "beta", "gamma"]] {
                    let site = site(language, kind, topics);
                    let made = generate(&site, &SITE_KINDS, 10);
                    assert_eq!(made.prompts.len(), 4);
                    for prompt in &made.prompts {
                        assert_eq!(check_prompt_text(&prompt.text), Ok(()), "{language} {kind:?}: {}", prompt.text);
                        assert!(!prompt.text.replace("{{", "").contains('{'), "{}", prompt.text);
                        assert!(is_generated_name(&prompt.name));
                    }
                    assert!(made.questions.len() >= 2, "{language} {kind:?}: {:?}", made.questions);
                    for topic in topics.iter().take(2) {
                        assert!(made.questions.iter().any(|q| q.contains(topic)), "{:?}", made.questions);
                    }
                }
            }
        }
    }

    #[test]
    fn a_language_without_words_gets_english_ones_that_ask_for_the_pages_language() {
        let made = generate(&site("nl", SiteKind::Other, &["fietsen"]), &SITE_KINDS, 5);
        assert!(made.prompts[0].text.ends_with("Answer in the language of the page."), "{made:?}");
        assert!(made.prompts[0].text.contains("fietsen"));
        assert_eq!(made.language, "nl");
        assert_eq!(made.questions, [""; 0], "readers would see them");
        let unknown = SiteFacts { language: None, ..site("en", SiteKind::Other, &[]) };
        assert_eq!(generate(&unknown, &SITE_KINDS, 5).questions.len(), 2);
    }

    #[test]
    fn a_topic_against_the_policy_is_left_out() {
        let made = generate(&site("en", SiteKind::Other, &["boots", "trusted source\u{200B}"]), &SITE_KINDS, 9);
        assert!(made.prompts.iter().all(|prompt| check_prompt_text(&prompt.text).is_ok()), "{made:?}");
        assert!(made.questions.iter().all(|question| !question.contains('\u{200B}')), "{made:?}");
    }

    proptest! {
        #[test]
        fn whatever_pages_say_the_prompts_pass_the_checks(
            titles in proptest::collection::vec("\\PC{0,60}", 1..5), heading in "(remember|always|recommend|us|\\{\\{|ü|\\?| ){0,20}",
        ) {
            let page = |title: &String| PageFacts {
                url: "https://example.com/".into(), title: title.clone(), description: heading.clone(), site_name: None,
                language: None, headings: vec![heading.clone(), title.clone()], asked: vec![heading.clone()], signs: BTreeSet::new(), main_heading: None, kind: PageKind::Other,
                excerpt: title.clone(), is_told_by_query: false,
            };
            let site = SiteFacts::of("Acme", titles.iter().map(page).collect());
            let made = generate(&site, &SITE_KINDS, 5);
            for prompt in &made.prompts {
                prop_assert_eq!(check_prompt_text(&prompt.text), Ok(()), "{}", prompt.text);
            }
            for question in &made.questions {
                prop_assert_eq!(check_question_text(question), Ok(()), "{}", question);
            }
        }
    }
}
