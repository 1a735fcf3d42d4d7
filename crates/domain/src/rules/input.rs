//! Input for creating and replacing rules, and its checks. A checked input becomes [`RuleSettings`]. The caller checks
//! whether the named prompt exists, and whether the texts comply with the prompt policy.

use schemars::JsonSchema;
use serde::{Deserialize, de::IgnoredAny};

use crate::{
    platforms::known_ids::{KnownIds, check_platforms},
    prompts::input::check_text,
    rules::{
        MAX_CONDITIONS, MAX_PRIORITY, MAX_RULE_NAME_CHARACTERS, MAX_RULE_TEXT_CHARACTERS, PRIORITY_DEFAULT, RuleAction,
        RuleActionType, RuleMatch, RuleSettings,
    },
    shared::{
        glob::{check_globs, check_wildcards},
        hidden_characters::check_one_line,
        ids::{PromptId, QuestionId},
        language_tag::check_language_range,
        lists::{check_count, check_no_repeats},
        rfc3339::check_moment,
        violation::{Violation, Violations},
    },
    widget::{
        config::{MAX_PLATFORMS, MAX_QUESTIONS, Question},
        config_input::QuestionInput,
    },
};

/// A rule to create, or to replace another one. Read-only fields of a `GET` response are accepted and ignored, so that
/// the response can be edited and sent back.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "RuleCreate")]
pub struct NewRule {
    /// The rule's name.
    #[schemars(length(min = 1, max = MAX_RULE_NAME_CHARACTERS))]
    pub name: String,
    /// Whether the rule is used.
    #[serde(default = "yes")]
    pub enabled: bool,
    /// Rules with the lowest priority value are tried first.
    #[serde(default = "usual_priority")]
    #[schemars(range(max = MAX_PRIORITY))]
    pub priority: u16,
    /// The pages that the rule matches; all by default.
    #[serde(default, rename = "match")]
    pub matching: RuleMatch,
    /// What the rule does.
    pub action: RuleActionInput,
    /// When the rule starts to apply, in RFC 3339; null means no start.
    #[serde(default)]
    #[schemars(extend("format" = "date-time"))]
    pub starts_at: Option<String>,
    /// The time from which the rule no longer applies, in RFC 3339; null means no end.
    #[serde(default)]
    #[schemars(extend("format" = "date-time"))]
    pub ends_at: Option<String>,
    #[serde(default, rename = "id")]
    #[schemars(with = "Option<String>", extend("readOnly" = true))]
    _id: IgnoredAny,
    #[serde(default, rename = "siteId")]
    #[schemars(with = "Option<String>", extend("readOnly" = true))]
    _site_id: IgnoredAny,
    #[serde(default, rename = "createdAt")]
    #[schemars(with = "Option<String>", extend("readOnly" = true))]
    _created_at: IgnoredAny,
    #[serde(default, rename = "updatedAt")]
    #[schemars(with = "Option<String>", extend("readOnly" = true))]
    _updated_at: IgnoredAny,
}

/// What a rule does. Each type except `hide_widget` requires one of the other fields; further fields are not allowed.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RuleActionInput {
    /// The type of the action.
    #[serde(rename = "type")]
    pub kind: RuleActionType,
    /// For `use_prompt`: the id of a prompt of the site.
    #[serde(default)]
    pub prompt_id: Option<PromptId>,
    /// For `prepend` and `append`: the text, which may contain a prompt's placeholders.
    #[serde(default)]
    #[schemars(length(min = 1, max = MAX_RULE_TEXT_CHARACTERS))]
    pub text: Option<String>,
    /// For `set_questions`: the questions; an empty list hides all.
    #[serde(default)]
    #[schemars(length(max = MAX_QUESTIONS))]
    pub questions: Option<Vec<QuestionInput>>,
    /// For `hide_platforms`: the ids of the assistants to hide.
    #[serde(default)]
    #[schemars(length(min = 1, max = MAX_PLATFORMS))]
    pub platform_ids: Option<Vec<String>>,
}

fn yes() -> bool {
    true
}
fn usual_priority() -> u16 {
    PRIORITY_DEFAULT
}

impl NewRule {
    /// Returns the settings, or everything that is wrong with them. `new_question_id` creates an id for each question
    /// without one.
    pub fn check(
        self,
        known: &KnownIds<'_>,
        new_question_id: &mut dyn FnMut() -> QuestionId,
    ) -> Result<RuleSettings, Vec<Violation>> {
        let mut violations = Violations::new();
        let name = self.name.trim().to_owned();
        violations.check_length("name", &name, 1, MAX_RULE_NAME_CHARACTERS);
        check_one_line("name", &name, &mut violations);
        if self.priority > MAX_PRIORITY {
            violations.add("priority", "OUT_OF_RANGE", format!("priority must be from 0 to {MAX_PRIORITY}."));
        }
        let matching = check_match(self.matching, &mut violations);
        let action = check_action(self.action, known, new_question_id, &mut violations);
        let mut moment = |path: &str, text: Option<String>| check_moment(path, &text?, &mut violations);
        let starts_at = moment("startsAt", self.starts_at);
        let ends_at = moment("endsAt", self.ends_at);
        if starts_at.zip(ends_at).is_some_and(|(start, end)| end <= start) {
            violations.add("endsAt", "END_NOT_AFTER_START", "endsAt must be after startsAt.");
        }
        match action {
            Some(action) => violations.finish(RuleSettings {
                name,
                enabled: self.enabled,
                priority: self.priority,
                matching,
                action,
                starts_at,
                ends_at,
            }),
            None => Err(violations.finish(()).err().unwrap_or_default()),
        }
    }
}

fn check_match(matching: RuleMatch, violations: &mut Violations) -> RuleMatch {
    let RuleMatch { paths, exclude_paths, mut hosts, mut languages } = matching;
    check_globs("match.paths", &paths, MAX_CONDITIONS, violations);
    check_globs("match.excludePaths", &exclude_paths, MAX_CONDITIONS, violations);
    check_wildcards("match", paths.iter().chain(&exclude_paths), violations);
    if check_count("match.hosts", hosts.len(), MAX_CONDITIONS, violations) {
        for (index, host) in hosts.iter_mut().enumerate() {
            match url::Host::parse(host) {
                // The form in which browsers write it in `location.hostname`.
                Ok(parsed) => *host = parsed.to_string(),
                Err(_) => {
                    let path = format!("match.hosts[{index}]");
                    let message = format!("{path} must be a host name such as 'www.example.com', without a port.");
                    violations.add(path, "INVALID_HOST", message);
                }
            }
        }
        check_no_repeats(|index| format!("match.hosts[{index}]"), &hosts, violations);
    }
    if check_count("match.languages", languages.len(), MAX_CONDITIONS, violations) {
        for (index, language) in languages.iter_mut().enumerate() {
            if let Some(tag) = check_language_range(&format!("match.languages[{index}]"), language, violations) {
                *language = tag;
            }
        }
        check_no_repeats(|index| format!("match.languages[{index}]"), &languages, violations);
    }
    RuleMatch { paths, exclude_paths, hosts, languages }
}

/// Returns the action; adds a violation and returns `None` if the field that its type requires is missing.
fn check_action(
    action: RuleActionInput,
    known: &KnownIds<'_>,
    new_question_id: &mut dyn FnMut() -> QuestionId,
    violations: &mut Violations,
) -> Option<RuleAction> {
    let RuleActionInput { kind, prompt_id, text, questions, platform_ids } = action;
    let fields = [
        ("promptId", prompt_id.is_some(), matches!(kind, RuleActionType::UsePrompt)),
        ("text", text.is_some(), matches!(kind, RuleActionType::Prepend | RuleActionType::Append)),
        ("questions", questions.is_some(), matches!(kind, RuleActionType::SetQuestions)),
        ("platformIds", platform_ids.is_some(), matches!(kind, RuleActionType::HidePlatforms)),
    ];
    for (field, is_there, is_wanted) in fields {
        let path = format!("action.{field}");
        match (is_there, is_wanted) {
            (false, true) => violations.add(&*path, "REQUIRED", format!("{path} is needed for {}.", kind.as_str())),
            (true, false) => violations.add(&*path, "FIELD_NOT_ALLOWED", format!("{} takes no {path}.", kind.as_str())),
            _ => {}
        }
    }
    Some(match kind {
        RuleActionType::UsePrompt => RuleAction::UsePrompt { prompt_id: prompt_id? },
        RuleActionType::Prepend => RuleAction::Prepend { text: checked_text(text?, violations) },
        RuleActionType::Append => RuleAction::Append { text: checked_text(text?, violations) },
        RuleActionType::SetQuestions => {
            RuleAction::SetQuestions { questions: checked_questions(questions?, new_question_id, violations) }
        }
        RuleActionType::HidePlatforms => {
            RuleAction::HidePlatforms { platform_ids: checked_platforms(platform_ids?, known, violations) }
        }
        RuleActionType::HideWidget => RuleAction::HideWidget {},
    })
}

fn checked_text(text: String, violations: &mut Violations) -> String {
    check_text("action.text", &text, violations);
    violations.check_length("action.text", &text, 0, MAX_RULE_TEXT_CHARACTERS);
    text
}

fn checked_questions(
    questions: Vec<QuestionInput>,
    new_question_id: &mut dyn FnMut() -> QuestionId,
    violations: &mut Violations,
) -> Vec<Question> {
    if !check_count("action.questions", questions.len(), MAX_QUESTIONS, violations) {
        return Vec::new();
    }
    let given: Vec<QuestionId> = questions.iter().filter_map(|question| question.id).collect();
    check_no_repeats(|index| format!("action.questions[{index}].id"), &given, violations);
    let checked = questions.into_iter().enumerate().map(|(index, question)| {
        question.check(&format!("action.questions[{index}].text"), new_question_id, violations)
    });
    checked.collect()
}

fn checked_platforms(ids: Vec<String>, known: &KnownIds<'_>, violations: &mut Violations) -> Vec<String> {
    if ids.is_empty() {
        violations.add("action.platformIds", "TOO_FEW", "action.platformIds needs at least one platform.");
    }
    check_platforms("action.platformIds", &ids, known.platforms, MAX_PLATFORMS, violations);
    ids
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::ids::Id as _;
    use serde_json::{Value, json};

    const KNOWN: KnownIds<'static> =
        KnownIds { platforms: &["chatgpt", "claude"], social: &[], default_platforms: &[], default_social: &[] };

    fn check(body: Value) -> Result<RuleSettings, Vec<(String, String)>> {
        let rule: NewRule = serde_json::from_value(body).expect("a body of the right shape");
        let checked = rule.check(&KNOWN, &mut || QuestionId::from_bits(7));
        checked.map_err(|found| found.into_iter().map(|one| (one.path, one.code)).collect())
    }

    fn check_refused(change: Value, path: &str, code: &str) {
        let mut body = json!({ "name": "Shop", "action": { "type": "hide_widget" } });
        for (field, value) in change.as_object().expect("fields") {
            body[field] = value.clone();
        }
        let found = check(body.clone()).expect_err("it is wrong");
        assert_eq!(found, [(path.to_owned(), code.to_owned())], "{body}");
    }

    #[test]
    fn each_mistake_is_named_by_field_and_reason() {
        check_refused(json!({ "name": "  " }), "name", "TOO_SHORT");
        check_refused(json!({ "name": "a".repeat(81) }), "name", "TOO_LONG");
        check_refused(json!({ "priority": 1001 }), "priority", "OUT_OF_RANGE");
        check_refused(json!({ "match": { "paths": ["blog"] } }), "match.paths[0]", "INVALID_GLOB");
        check_refused(json!({ "match": { "paths": ["/a", "/a"] } }), "match.paths[1]", "DUPLICATE");
        check_refused(json!({ "match": { "excludePaths": vec!["/a"; 51] } }), "match.excludePaths", "TOO_MANY");
        let paths = |count: usize| (0..count).map(|n| format!("/{n}/*/a*/**")).collect::<Vec<_>>();
        let wildcards = json!({ "match": { "paths": paths(50), "excludePaths": paths(17) } });
        check_refused(wildcards, "match", "TOO_MANY_WILDCARDS");
        check_refused(json!({ "match": { "hosts": ["a b"] } }), "match.hosts[0]", "INVALID_HOST");
        check_refused(json!({ "match": { "hosts": ["example.com:80"] } }), "match.hosts[0]", "INVALID_HOST");
        check_refused(json!({ "match": { "languages": ["english"] } }), "match.languages[0]", "INVALID_LANGUAGE");
        check_refused(json!({ "startsAt": "tomorrow" }), "startsAt", "INVALID_TIME");
        let backwards = json!({ "startsAt": "2026-01-02T00:00:00Z", "endsAt": "2026-01-02T00:00:00Z" });
        check_refused(backwards, "endsAt", "END_NOT_AFTER_START");
        let action = |action: Value| json!({ "action": action });
        check_refused(action(json!({ "type": "use_prompt" })), "action.promptId", "REQUIRED");
        check_refused(action(json!({ "type": "append" })), "action.text", "REQUIRED");
        check_refused(action(json!({ "type": "append", "text": " " })), "action.text", "TOO_SHORT");
        check_refused(action(json!({ "type": "append", "text": "a".repeat(1001) })), "action.text", "TOO_LONG");
        check_refused(action(json!({ "type": "prepend", "text": "{{page}}" })), "action.text", "UNKNOWN_PLACEHOLDER");
        check_refused(action(json!({ "type": "hide_widget", "text": "a" })), "action.text", "FIELD_NOT_ALLOWED");
        check_refused(action(json!({ "type": "hide_platforms", "platformIds": [] })), "action.platformIds", "TOO_FEW");
        check_refused(
            action(json!({ "type": "hide_platforms", "platformIds": ["claud"] })),
            "action.platformIds[0]",
            "UNKNOWN_PLATFORM",
        );
        check_refused(
            action(json!({ "type": "set_questions", "questions": [{ "text": "" }] })),
            "action.questions[0].text",
            "TOO_SHORT",
        );
    }

    #[test]
    fn hosts_and_languages_are_kept_as_browsers_write_them() {
        let settings = check(json!({
            "name": " Shop ",
            "match": { "hosts": ["WWW.Bücher.example"], "languages": ["PT-br", "*"] },
            "action": { "type": "set_questions", "questions": [{ "text": " Why? " }] },
        }))
        .expect("it is right");
        assert_eq!(settings.name, "Shop");
        assert_eq!((settings.enabled, settings.priority), (true, PRIORITY_DEFAULT));
        assert_eq!(settings.matching.hosts, ["www.xn--bcher-kva.example"]);
        assert_eq!(settings.matching.languages, ["pt-BR", "*"]);
        let question = Question { id: QuestionId::from_bits(7), text: "Why?".into() };
        assert_eq!(settings.action, RuleAction::SetQuestions { questions: vec![question] });
    }
}
