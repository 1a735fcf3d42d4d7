//! The widget's words in the languages that Askline speaks, and what a site makes of them. Every label here is
//! translated by hand in `data/labels.json`; a key that is added there must be added in every language.

use std::{collections::BTreeMap, sync::LazyLock};

use crate::{
    language_tag::primary_language,
    widget_config::{Labels, WidgetConfig},
};

/// The language that stands in where no other is at hand.
pub const FALLBACK_LANGUAGE: &str = "en";

/// What the widget says, and where. A label may hold the placeholders that its key names, and no other.
pub const LABEL_KEYS: [LabelKey; 17] = [
    // The heading above the buttons.
    LabelKey { name: "title", placeholders: &[] },
    // The one button of the `menu` layout and of a floating widget.
    LabelKey { name: "menu", placeholders: &[] },
    // What a screen reader says of an assistant's button.
    LabelKey { name: "askWith", placeholders: &["platform"] },
    // What a screen reader says of a suggested question.
    LabelKey { name: "askQuestionWith", placeholders: &["platform", "question"] },
    // The heading above the suggested questions.
    LabelKey { name: "questions", placeholders: &[] },
    // The heading above the share buttons.
    LabelKey { name: "share", placeholders: &[] },
    // What a screen reader says of a share button.
    LabelKey { name: "shareOn", placeholders: &["network"] },
    // The same of the reader's mail program, which is no network and opens no tab.
    LabelKey { name: "shareByEmail", placeholders: &[] },
    // The mail program's button.
    LabelKey { name: "email", placeholders: &[] },
    // Opens the share sheet of the reader's system.
    LabelKey { name: "otherApps", placeholders: &[] },
    // Buttons.
    LabelKey { name: "copyLink", placeholders: &[] },
    LabelKey { name: "copyMarkdown", placeholders: &[] },
    LabelKey { name: "copyPrompt", placeholders: &[] },
    // After a copy.
    LabelKey { name: "copied", placeholders: &[] },
    LabelKey { name: "copyFailed", placeholders: &[] },
    // After a prompt was copied, since the platform's address cannot carry it.
    LabelKey { name: "pasteInto", placeholders: &["platform"] },
    // Opens the view of the prompt.
    LabelKey { name: "showPrompt", placeholders: &[] },
];

/// One thing that the widget says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LabelKey {
    /// The key in the configuration.
    pub name: &'static str,
    /// What the label may hold, as in `{{platform}}`.
    pub placeholders: &'static [&'static str],
}

static BUILT_IN: LazyLock<Labels> =
    LazyLock::new(|| serde_json::from_str(include_str!("../data/labels.json")).expect("a test reads the same data"));

/// The built-in labels, by language and key.
pub fn built_in_labels() -> &'static Labels {
    &BUILT_IN
}

/// Every label that the widget of this configuration may need, complete in each language: the configuration's own
/// words, else its words for the language without region, else the built-in ones, else English.
pub fn labels_for(config: &WidgetConfig) -> Labels {
    let languages = BUILT_IN.keys().chain(config.labels.keys());
    languages.map(|language| (language.clone(), labels_in(language, config))).collect()
}

fn labels_in(language: &str, config: &WidgetConfig) -> BTreeMap<String, String> {
    let sources = [
        config.labels.get(language),
        config.labels.get(primary_language(language)),
        BUILT_IN.get(language),
        BUILT_IN.get(primary_language(language)),
        config.labels.get(FALLBACK_LANGUAGE),
        BUILT_IN.get(FALLBACK_LANGUAGE),
    ];
    let find = |key: &LabelKey| sources.iter().flatten().find_map(|labels| labels.get(key.name));
    LABEL_KEYS.iter().filter_map(|key| Some((key.name.to_owned(), find(key)?.clone()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        hidden_characters::check_one_line,
        known_ids::KnownIds,
        language_tag::canonical_language_tag,
        prompt_text::{check_placeholders, has_placeholder},
        violation::Violations,
        widget_config::LABEL_CHARACTERS_MOST,
    };

    #[test]
    fn every_language_has_every_label_within_its_bounds_and_with_its_placeholders() {
        let languages: Vec<&str> = built_in_labels().keys().map(String::as_str).collect();
        assert_eq!(languages, ["ar", "de", "en", "es", "fr", "ja", "pt"]);
        for (language, labels) in built_in_labels() {
            assert_eq!(labels.len(), LABEL_KEYS.len(), "{language}");
            for key in LABEL_KEYS {
                let label = labels.get(key.name).unwrap_or_else(|| panic!("{language} lacks {}", key.name));
                let mut violations = Violations::new();
                violations.check_length(key.name, label, 1, LABEL_CHARACTERS_MOST);
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
    fn a_region_or_an_unknown_language_is_complete_too() {
        let labels = labels(&[("pt-BR", "share", "Partilha"), ("nl", "title", "Vraag het"), ("en", "menu", "Ask")]);
        assert_eq!(labels["pt-BR"]["share"], "Partilha");
        assert_eq!(labels["pt-BR"]["title"], built_in_labels()["pt"]["title"]);
        assert_eq!(labels["nl"]["title"], "Vraag het");
        assert_eq!(labels["nl"]["menu"], "Ask");
        assert!(labels.values().all(|of_language| of_language.len() == LABEL_KEYS.len()));
    }
}
