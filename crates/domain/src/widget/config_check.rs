//! Checks of a widget configuration. Every violation names its path; a configuration with a violation changes nothing.
//! The caller checks whether the named prompts exist, and whether the texts comply with the prompt policy: see
//! [`WidgetConfig::prompt_ids`] and [`WidgetConfig::prompt_texts`].

use std::collections::BTreeMap;

use crate::{
    events::asked_question::AskedQuestion,
    platforms::{
        CustomPlatform, MAX_PLATFORM_LABEL_CHARACTERS,
        known_ids::KnownIds,
        template::{check_prompt_is_a_query_value, check_url_template},
    },
    prompts::text::check_placeholders,
    shared::{
        glob::{check_globs, check_wildcards},
        hidden_characters::check_one_line,
        ids::{Id as _, MenuItemId, QuestionId},
        language_tag::canonical_language_tag,
        lists::{check_count, check_known, check_no_repeats},
        violation::{Violation, Violations},
    },
    widget::{
        config::{
            Labels, MAX_CUSTOM_PLATFORMS, MAX_LABEL_CHARACTERS, MAX_LABEL_LANGUAGES, MAX_PLATFORMS,
            MAX_QUESTION_CHARACTERS, MAX_QUESTIONS, MAX_QUESTIONS_SHOWN, MAX_RADIUS, MAX_SOCIAL, PlatformChoice,
            Question, Questions, SocialChoice, Theme, WidgetConfig,
        },
        config_input::{QuestionInput, QuestionsInput, WidgetConfigInput},
        default_labels::{FORMER_LABEL_KEYS, LABEL_KEYS},
        menu::check_menu,
        placement::{MAX_OFFSET, MAX_PATHS, MAX_SELECTOR_CHARACTERS, Placement, Position},
    },
};

/// The maximum number of characters of a custom platform's id after its `c_`.
const MAX_CUSTOM_ID_CHARACTERS: usize = 30;

impl WidgetConfigInput {
    /// Returns the configuration to store, or everything that is wrong with it. `new_question_id` creates an id for
    /// each question without one, and for each own item.
    pub fn check(
        mut self,
        known: &KnownIds<'_>,
        new_question_id: &mut dyn FnMut() -> QuestionId,
    ) -> Result<WidgetConfig, Vec<Violation>> {
        match self.config.take() {
            None => self.check_settings(known, new_question_id),
            Some(inner) => self.check_payload(*inner, known, new_question_id),
        }
    }

    /// Checks a body in the form of the `GET` without an API key: `config` contains the settings. Next to it, `labels`
    /// are ignored, and there must be no other setting.
    fn check_payload(
        mut self,
        inner: Self,
        known: &KnownIds<'_>,
        new_question_id: &mut dyn FnMut() -> QuestionId,
    ) -> Result<WidgetConfig, Vec<Violation>> {
        let mut violations = Violations::new();
        // The labels of the payload are all labels that the widget may need; the site's own labels are in `config`.
        self.labels.clear();
        if self != Self::default() || inner.config.is_some() {
            violations.add("config", "AMBIGUOUS", "Settings stand either in config or beside it, not in both.");
        }
        violations.finish(())?;
        inner.check_settings(known, new_question_id).map_err(|found| {
            found.into_iter().map(|one| Violation { path: format!("config.{}", one.path), ..one }).collect()
        })
    }

    fn check_settings(
        self,
        known: &KnownIds<'_>,
        new_question_id: &mut dyn FnMut() -> QuestionId,
    ) -> Result<WidgetConfig, Vec<Violation>> {
        let mut violations = Violations::new();
        let usual = WidgetConfig::for_new_site(known);
        check_placement(&self.placement, &mut violations);
        check_custom_platforms(&self.custom_platforms, known, &mut violations);
        let platforms = self.platforms.unwrap_or(usual.platforms);
        check_platforms(&platforms, &self.custom_platforms, known, &mut violations);
        let social = self.social.unwrap_or(usual.social);
        check_social(&social, known, &mut violations);
        let questions = check_questions(self.questions, new_question_id, &mut violations);
        let mut new_item_id = || MenuItemId::from_bits(new_question_id().bits());
        let menu = check_menu(self.menu, &mut new_item_id, &mut violations);
        let theme = check_theme(self.theme, &mut violations);
        let labels = check_labels(self.labels, &mut violations);
        violations.finish(WidgetConfig {
            enabled: self.enabled,
            placement: self.placement,
            platforms,
            custom_platforms: self.custom_platforms,
            social,
            questions,
            intents: self.intents,
            menu,
            markdown: self.markdown,
            theme,
            labels,
            privacy: self.privacy,
        })
    }
}

fn check_placement(placement: &Placement, violations: &mut Violations) {
    if let Some(selector) = &placement.selector {
        let path = "placement.selector";
        violations.check_length(path, selector, 1, MAX_SELECTOR_CHARACTERS);
        check_one_line(path, selector, violations);
        if selector.contains('<') || (!selector.is_empty() && selector.trim().is_empty()) {
            violations.add(path, "INVALID_SELECTOR", format!("{path} must be a CSS selector such as 'article'."));
        }
    }
    let words = Position::words_for(placement.mode);
    if !words.is_empty() && !words.contains(&placement.position.as_str()) {
        let message = format!("placement.position cannot be '{}' in this mode.", placement.position.as_str());
        violations.add_not_one_of("placement.position", "INVALID_POSITION", message, words);
    }
    if placement.offset > MAX_OFFSET {
        let message = format!("placement.offset must be from 0 to {MAX_OFFSET}.");
        violations.add("placement.offset", "OUT_OF_RANGE", message);
    }
    check_globs("placement.includePaths", &placement.include_paths, MAX_PATHS, violations);
    check_globs("placement.excludePaths", &placement.exclude_paths, MAX_PATHS, violations);
    check_wildcards("placement", placement.include_paths.iter().chain(&placement.exclude_paths), violations);
}

fn check_custom_platforms(platforms: &[CustomPlatform], known: &KnownIds<'_>, violations: &mut Violations) {
    if !check_count("customPlatforms", platforms.len(), MAX_CUSTOM_PLATFORMS, violations) {
        return;
    }
    for (index, platform) in platforms.iter().enumerate() {
        let path = |field: &str| format!("customPlatforms[{index}].{field}");
        if !is_custom_id(&platform.id) || known.platforms.contains(&platform.id.as_str()) {
            violations.add(
                path("id"),
                "INVALID_ID",
                format!(
                    "{} must be 'c_' and 1 to {MAX_CUSTOM_ID_CHARACTERS} of the characters a-z, 0-9 and _.",
                    path("id")
                ),
            );
        }
        check_label(&path("label"), &platform.label, MAX_PLATFORM_LABEL_CHARACTERS, violations);
        check_url_template(&path("urlTemplate"), &platform.url_template, violations);
        check_prompt_is_a_query_value(&path("urlTemplate"), &platform.url_template, violations);
    }
    let ids: Vec<&str> = platforms.iter().map(|platform| platform.id.as_str()).collect();
    check_no_repeats(|index| format!("customPlatforms[{index}].id"), &ids, violations);
}

fn is_custom_id(id: &str) -> bool {
    id.strip_prefix("c_").is_some_and(|name| {
        (1..=MAX_CUSTOM_ID_CHARACTERS).contains(&name.len())
            && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
    })
}

fn check_platforms(
    platforms: &[PlatformChoice],
    own: &[CustomPlatform],
    known: &KnownIds<'_>,
    violations: &mut Violations,
) {
    if !check_count("platforms", platforms.len(), MAX_PLATFORMS, violations) {
        return;
    }
    let own = own.iter().take(MAX_CUSTOM_PLATFORMS).map(|platform| platform.id.as_str());
    let offered: Vec<&str> = known.platforms.iter().copied().chain(own).collect();
    for (index, platform) in platforms.iter().enumerate() {
        check_known(&format!("platforms[{index}].id"), "UNKNOWN_PLATFORM", &platform.id, &offered, violations);
        if let Some(label) = &platform.label {
            check_label(&format!("platforms[{index}].label"), label, MAX_PLATFORM_LABEL_CHARACTERS, violations);
        }
    }
    let ids: Vec<&str> = platforms.iter().map(|platform| platform.id.as_str()).collect();
    check_no_repeats(|index| format!("platforms[{index}].id"), &ids, violations);
}

fn check_social(social: &[SocialChoice], known: &KnownIds<'_>, violations: &mut Violations) {
    if !check_count("social", social.len(), MAX_SOCIAL, violations) {
        return;
    }
    for (index, network) in social.iter().enumerate() {
        check_known(&format!("social[{index}].id"), "UNKNOWN_NETWORK", &network.id, known.social, violations);
    }
    let ids: Vec<&str> = social.iter().map(|network| network.id.as_str()).collect();
    check_no_repeats(|index| format!("social[{index}].id"), &ids, violations);
}

fn check_questions(
    questions: QuestionsInput,
    new_question_id: &mut dyn FnMut() -> QuestionId,
    violations: &mut Violations,
) -> Questions {
    if questions.max > MAX_QUESTIONS_SHOWN {
        let message = format!("questions.max must be from 0 to {MAX_QUESTIONS_SHOWN}.");
        violations.add("questions.max", "OUT_OF_RANGE", message);
    }
    let mut items = Vec::new();
    if check_count("questions.items", questions.items.len(), MAX_QUESTIONS, violations) {
        let given: Vec<(usize, QuestionId)> =
            questions.items.iter().enumerate().filter_map(|(index, item)| Some((index, item.id?))).collect();
        let ids: Vec<QuestionId> = given.iter().map(|(_, id)| *id).collect();
        check_no_repeats(|nth| format!("questions.items[{}].id", given[nth].0), &ids, violations);
        for (index, item) in questions.items.into_iter().enumerate() {
            items.push(item.check(&format!("questions.items[{index}].text"), new_question_id, violations));
        }
    }
    Questions { enabled: questions.enabled, max: questions.max, own: questions.own, items }
}

impl QuestionInput {
    /// Returns the question to store, with a new id if it has none; adds violations for its text at `path`, and for a
    /// reserved id.
    pub(crate) fn check(
        self,
        path: &str,
        new_question_id: &mut dyn FnMut() -> QuestionId,
        violations: &mut Violations,
    ) -> Question {
        let text = self.text.trim().to_owned();
        check_label(path, &text, MAX_QUESTION_CHARACTERS, violations);
        if self.id.is_some_and(AskedQuestion::is_reserved) {
            let path = path.strip_suffix(".text").map_or_else(|| path.to_owned(), |item| format!("{item}.id"));
            let message =
                format!("{path} is kept for readers' own questions. Leave it out, and the question gets one.");
            violations.add(path, "RESERVED_ID", message);
        }
        Question { id: self.id.unwrap_or_else(new_question_id), text }
    }
}

fn check_theme(theme: Theme, violations: &mut Violations) -> Theme {
    let digits = theme.accent.strip_prefix('#').unwrap_or_default();
    if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        let message = "theme.accent must be '#' and six hexadecimal digits, as in '#3355ff'.";
        violations.add("theme.accent", "INVALID_COLOR", message);
    }
    if theme.radius > MAX_RADIUS {
        violations.add("theme.radius", "OUT_OF_RANGE", format!("theme.radius must be from 0 to {MAX_RADIUS}."));
    }
    Theme { accent: theme.accent.to_ascii_lowercase(), ..theme }
}

fn check_labels(labels: Labels, violations: &mut Violations) -> Labels {
    if !check_count("labels", labels.len(), MAX_LABEL_LANGUAGES, violations) {
        return Labels::new();
    }
    let mut checked = Labels::new();
    for (language, of_language) in labels {
        let shown: String = language.chars().take(40).collect::<String>().escape_debug().to_string();
        let path = format!("labels.{shown}");
        let Some(tag) = canonical_language_tag(&language) else {
            let message = format!("{path} must be a language tag such as 'en' or 'pt-BR'.");
            violations.add(path, "INVALID_LANGUAGE", message);
            continue;
        };
        check_labels_of_language(&path, &of_language, violations);
        if checked.insert(tag, of_language).is_some() {
            violations.add(path.clone(), "DUPLICATE", format!("{path} repeats a language in another casing."));
        }
    }
    checked
}

fn check_labels_of_language(path: &str, labels: &BTreeMap<String, String>, violations: &mut Violations) {
    // A body may have many wrong keys; only the first ones are reported.
    const MAX_WRONG_KEYS: usize = 20;
    let mut wrong_keys = 0;
    for (name, label) in labels {
        let Some(key) =
            LABEL_KEYS.iter().chain(&FORMER_LABEL_KEYS).filter(|key| !key.is_sent).find(|key| key.name == name)
        else {
            wrong_keys += 1;
            if wrong_keys <= MAX_WRONG_KEYS {
                let shown: String = name.chars().take(40).collect::<String>().escape_debug().to_string();
                let message = format!("{path}.{shown} is not something that the widget says.");
                let names = LABEL_KEYS.iter().filter(|key| !key.is_sent).map(|key| key.name);
                violations.add_not_one_of(format!("{path}.{shown}"), "UNKNOWN_LABEL", message, names);
            }
            continue;
        };
        let path = format!("{path}.{name}");
        check_label(&path, label, MAX_LABEL_CHARACTERS, violations);
        check_placeholders(&path, label, key.placeholders, violations);
    }
}

fn check_label(path: &str, label: &str, most: usize, violations: &mut Violations) {
    violations.check_length(path, if label.trim().is_empty() { "" } else { label }, 1, most);
    check_one_line(path, label, violations);
}

#[cfg(test)]
mod tests;
