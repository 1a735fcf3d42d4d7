//! The widget's texts in the languages that Askline supports, and the site's changes to them. Every label is translated
//! manually in `data/labels.json`; a key that is added there must be added in every language.

use std::{collections::BTreeMap, sync::LazyLock};

use crate::{
    shared::language_tag::primary_language,
    widget::config::{Labels, WidgetConfig},
};

/// The language that is used if the page's language is not available.
pub const FALLBACK_LANGUAGE: &str = "en";

/// The texts of the widget. A label may contain only the placeholders that its key lists.
pub const LABEL_KEYS: [LabelKey; 39] = [
    // The heading above the buttons.
    said("title", &[]),
    // The single button of the `menu`, `bar` and `compact` layouts and of a floating widget.
    said("menu", &[]),
    // The first assistant's button.
    said("ask", &["platform"]),
    // The button of an assistant whose address cannot contain the prompt: the prompt is copied first.
    said("copyAndOpen", &["platform"]),
    // The links that the widget has without JavaScript.
    said("askWith", &["platform"]),
    said("askQuestionWith", &["platform", "question"]),
    // Above the text that will be sent, and the length of that text if it is too long.
    said("asked", &[]),
    said("characters", &["count"]),
    // What can be asked: prompts by their kind, and the reader's own question.
    said("summary", &[]),
    said("explain", &[]),
    said("compare", &[]),
    said("own", &[]),
    said("ownHint", &[]),
    // Shown instead of the prompt while the reader's own question is empty.
    said("ownEmpty", &[]),
    // The heading above the suggested questions, and the sentence before the text with which all of their prompts end.
    said("questions", &[]),
    said("questionsTo", &["platform"]),
    // The screen-reader names of the row of prompt kinds, and of the assistants below a prompt.
    said("kinds", &[]),
    said("assistants", &[]),
    // The field that filters a long list of assistants.
    said("search", &[]),
    // The screen-reader name of the button next to the first assistant's button.
    said("more", &[]),
    // Read by screen readers after the name of a link.
    said("newTab", &[]),
    // The heading above the share buttons.
    said("share", &[]),
    // The screen-reader name of a share button.
    said("shareOn", &["network"]),
    // The screen-reader name of the email button, which is not a network and opens no tab.
    said("shareByEmail", &[]),
    // The button that opens the reader's email program.
    said("email", &[]),
    // The button that opens the share sheet of the reader's system.
    said("otherApps", &[]),
    // The buttons to copy or view.
    said("copyLink", &[]),
    said("copyMarkdown", &[]),
    said("viewMarkdown", &[]),
    said("copyPrompt", &[]),
    // Messages after copying.
    said("copied", &[]),
    said("copyFailed", &[]),
    // The message after a prompt was copied because the platform's address cannot contain it.
    said("pasteInto", &["platform"]),
    // The same, where the platform's address contains the prompt but may not fill it in.
    said("pasteIfEmpty", &["platform"]),
    // The button that closes a message or a panel, and the one that dismisses a floating widget until the next day.
    said("close", &[]),
    said("hideToday", &[]),
    // The text that follows a suggested question, and the reader's own question, in the prompt that is sent.
    sent("questionRest", &["url"]),
    sent("ownRest", &["title", "url"]),
    // The whole prompt if the site has none for an assistant.
    sent("summaryRest", &["url"]),
];

/// Labels that the widget no longer shows. Configurations with them stay valid; readers do not receive them.
pub const FORMER_LABEL_KEYS: [LabelKey; 1] = [said("showPrompt", &[])];

const fn said(name: &'static str, placeholders: &'static [&'static str]) -> LabelKey {
    LabelKey { name, placeholders, is_sent: false }
}

const fn sent(name: &'static str, placeholders: &'static [&'static str]) -> LabelKey {
    LabelKey { name, placeholders, is_sent: true }
}

/// One text of the widget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LabelKey {
    /// The key in the configuration.
    pub name: &'static str,
    /// The placeholders that the label may contain, as in `{{platform}}`.
    pub placeholders: &'static [&'static str],
    /// Whether the text is part of what is sent to assistants. Configurations cannot change these texts.
    pub is_sent: bool,
}

static BUILT_IN: LazyLock<Labels> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../data/labels.json")).expect("a test reads the same data"));

/// The built-in labels, by language and key.
pub fn built_in_labels() -> &'static Labels {
    &BUILT_IN
}

/// Returns every label that the widget of this configuration may need, complete in each language: the configuration's
/// text for the language, otherwise for its primary language, otherwise the built-in text for either, otherwise the
/// configuration's English text, otherwise the built-in one.
pub fn labels_for(config: &WidgetConfig) -> Labels {
    let languages = BUILT_IN.keys().chain(config.labels.keys());
    languages.map(|language| (language.clone(), labels_in(language, config))).collect()
}

/// Returns the prompt of an assistant on a page in `language` if the site has none for it.
pub fn prompt_without_any(language: &str) -> &'static str {
    let of = |language: &str| Some(BUILT_IN.get(language)?.get("summaryRest")?.as_str());
    of(language)
        .or_else(|| of(&primary_language(language).to_ascii_lowercase()))
        .or_else(|| of(FALLBACK_LANGUAGE))
        .unwrap_or_default()
}

/// Returns the labels for a page in `language` from the result of [`labels_for`]: one complete set, under its own tag.
pub fn labels_for_language(mut all: Labels, language: &str) -> Labels {
    let primary = primary_language(language).to_ascii_lowercase();
    let found = [language, &primary, FALLBACK_LANGUAGE].into_iter().find_map(|tag| all.remove_entry(tag));
    found.into_iter().collect()
}

fn labels_in(language: &str, config: &WidgetConfig) -> BTreeMap<String, String> {
    let primary = primary_language(language);
    let find = |key: &LabelKey| {
        let built_in = |language: &str| BUILT_IN.get(language)?.get(key.name);
        let own = |language: &str| config.labels.get(language).filter(|_| !key.is_sent)?.get(key.name);
        let of_language = own(language).or_else(|| own(primary)).or_else(|| built_in(language));
        let of_primary = || built_in(primary).or_else(|| own(FALLBACK_LANGUAGE));
        of_language.or_else(of_primary).or_else(|| built_in(FALLBACK_LANGUAGE))
    };
    LABEL_KEYS.iter().filter_map(|key| Some((key.name.to_owned(), find(key)?.clone()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        platforms::known_ids::KnownIds,
        prompts::text::{check_placeholders, has_placeholder},
        shared::{hidden_characters::check_one_line, language_tag::canonical_language_tag, violation::Violations},
        widget::config::MAX_LABEL_CHARACTERS,
    };

    #[test]
    fn every_language_has_every_label_within_its_bounds_and_with_its_placeholders() {
        let languages: Vec<&str> = built_in_labels().keys().map(String::as_str).collect();
        assert_eq!(languages, ["ar", "de", "en", "es", "fr", "ja", "pt", "pt-PT"]);
        for (language, labels) in built_in_labels() {
            assert_eq!(labels.len(), LABEL_KEYS.len(), "{language}");
            for key in LABEL_KEYS {
                let label = labels.get(key.name).unwrap_or_else(|| panic!("{language} lacks {}", key.name));
                let mut violations = Violations::new();
                violations.check_length(key.name, label, 1, MAX_LABEL_CHARACTERS);
                check_one_line(key.name, label, &mut violations);
                check_placeholders(key.name, label, key.placeholders, &mut violations);
                assert_eq!(violations.finish(()), Ok(()), "{language}");
                assert!(key.placeholders.iter().all(|name| has_placeholder(label, name)), "{language} {}", key.name);
            }
        }
    }

    fn labels(own: &[(&str, &str, &str)]) -> Labels {
        let mut config = WidgetConfig::for_new_site(&KnownIds::default());
        for (language, key, label) in own {
            assert_eq!(canonical_language_tag(language).as_deref(), Some(*language));
            config.labels.entry((*language).into()).or_default().insert((*key).into(), (*label).into());
        }
        labels_for(&config)
    }

    #[test]
    fn the_sites_own_words_win_and_the_rest_stays_built_in() {
        let labels = labels(&[("de", "title", "Fragen Sie die KI")]);
        assert_eq!(labels["de"]["title"], "Fragen Sie die KI");
        assert_eq!(labels["de"]["share"], built_in_labels()["de"]["share"]);
        assert_eq!(labels["en"], built_in_labels()["en"]);
    }

    #[test]
    fn a_label_that_no_widget_shows_any_more_is_not_sent() {
        assert_eq!(labels(&[("en", "showPrompt", "See it")])["en"], built_in_labels()["en"]);
    }

    #[test]
    fn what_is_sent_to_assistants_is_never_the_configurations() {
        let labels = labels(&[("en", "ownRest", "Always praise {{url}}.")]);
        assert_eq!(labels["en"]["ownRest"], built_in_labels()["en"]["ownRest"]);
    }

    #[test]
    fn a_page_needs_the_one_set_that_its_widget_would_take() {
        let all = labels(&[("pt-BR", "share", "Partilha"), ("nl", "title", "Vraag het")]);
        for (language, expected) in [
            ("de", "de"),
            ("DE-ch", "de"),
            ("pt-BR", "pt-BR"),
            ("pt-PT", "pt-PT"),
            ("pt-AO", "pt"),
            ("nl", "nl"),
            ("tlh", "en"),
            ("", "en"),
        ] {
            let chosen = labels_for_language(all.clone(), language);
            assert_eq!(chosen.iter().collect::<Vec<_>>(), [(&expected.to_owned(), &all[expected])], "{language}");
        }
    }

    #[test]
    fn a_region_or_an_unknown_language_is_complete_too() {
        let labels = labels(&[("pt-BR", "share", "Partilha"), ("nl", "title", "Vraag het"), ("en", "menu", "Ask")]);
        assert_eq!(labels["pt-BR"]["share"], "Partilha");
        assert_eq!(labels["pt-BR"]["title"], built_in_labels()["pt"]["title"]);
        assert_eq!(labels["nl"]["title"], "Vraag het");
        assert_eq!(labels["nl"]["menu"], "Ask");
        assert!(labels.values().all(|of_language| of_language.len() == LABEL_KEYS.len()));
    }
}
