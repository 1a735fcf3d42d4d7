//! Tests the checks of a widget configuration.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::{
    shared::{glob::MAX_GLOB_CHARACTERS, ids::Id},
    widget::placement::Side,
};

const KNOWN: KnownIds<'static> = KnownIds {
    platforms: &["chatgpt", "claude", "perplexity"],
    social: &["x", "email"],
    default_platforms: &["chatgpt", "claude"],
    default_social: &["x"],
};

fn check_input(input: WidgetConfigInput) -> Result<WidgetConfig, Vec<Violation>> {
    let mut made = 0;
    input.check(&KNOWN, &mut || {
        made += 1;
        QuestionId::from_bits(made)
    })
}

fn check(body: Value) -> Result<WidgetConfig, Vec<(String, String)>> {
    let input: WidgetConfigInput = serde_json::from_value(body).expect("a body of the right shape");
    check_input(input).map_err(|found| found.into_iter().map(|violation| (violation.path, violation.code)).collect())
}

fn is_refused(body: Value, path: &str, code: &str) {
    assert_eq!(check(body.clone()), Err(vec![(path.to_owned(), code.to_owned())]), "{body}");
}

fn is_taken(body: Value) -> WidgetConfig {
    check(body.clone()).unwrap_or_else(|found| panic!("{body}: {found:?}"))
}

/// A body with every setting.
fn example() -> Value {
    json!({ "enabled": true,
        "placement": { "mode": "inline", "selector": "article", "position": "after", "includePaths": ["/**"], "excludePaths": [],
            "side": "end", "offset": 16, "hideForToday": true },
        "platforms": [{ "id": "chatgpt", "enabled": true, "label": null, "promptId": null }],
        "customPlatforms": [{ "id": "c_house", "label": "House AI", "urlTemplate": "https://ai.example.com/?q={{prompt}}" }],
        "social": [{ "id": "x", "enabled": true }],
        "questions": { "enabled": true, "max": 3, "own": true, "items": [{ "id": "q_00000000000000000000000001", "text": "Why?" }] },
        "intents": { "enabled": true },
        "menu": [{ "id": "m_00000000000000000000000001", "kind": "command", "label": "Install", "url": null, "text": "npx example" }],
        "markdown": { "copy": true },
        "theme": { "preset": "auto", "accent": "#3355ff", "radius": 8, "size": "md", "layout": "row", "marks": "mono" },
        "labels": { "en": { "title": "Ask AI about this page" } },
        "privacy": { "track": true, "respectDoNotTrack": true, "showPromptPreview": true } })
}

#[test]
fn an_empty_body_is_what_a_new_site_has() {
    let config = is_taken(json!({}));
    assert_eq!(config, WidgetConfig::for_new_site(&KNOWN));
    assert_eq!(config.enabled_platform_ids(), ["chatgpt", "claude"]);
    assert_eq!(config.placement.position, Position::After);
    // An empty list means no assistants, unlike a missing list.
    assert_eq!(is_taken(json!({ "platforms": [] })).enabled_platform_ids(), [""; 0]);
}

#[test]
fn what_get_gave_can_be_sent_back_as_it_is() {
    let stored = is_taken(example());
    let mut shown = serde_json::to_value(&stored).expect("a value");
    assert_eq!(shown, example());
    for (field, value) in [
        ("version", json!(7)),
        ("updatedAt", json!("2026-01-01T00:00:00.000Z")),
        ("updatedBy", json!({ "id": "usr_1" })),
        ("siteId", json!("site_1")),
        ("siteName", json!("Example")),
        ("prompts", json!([{}])),
        ("rules", json!([])),
        ("registry", json!([])),
        ("shareTargets", json!([])),
    ] {
        shown[field] = value;
    }
    assert_eq!(is_taken(shown), stored);
    let kept: WidgetConfig = serde_json::from_value(example()).expect("the stored form reads back");
    assert_eq!(kept, stored);
}

#[test]
fn a_config_of_an_earlier_release_is_read_with_the_defaults_of_newer_fields() {
    let mut earlier = example();
    for (of, field) in [("placement", "side"), ("placement", "offset"), ("placement", "hideForToday")] {
        earlier[of].as_object_mut().expect("an object").remove(field);
    }
    earlier["questions"].as_object_mut().expect("an object").remove("own");
    earlier["theme"].as_object_mut().expect("an object").remove("marks");
    earlier.as_object_mut().expect("an object").remove("intents");
    let kept: WidgetConfig = serde_json::from_value(earlier.clone()).expect("the stored form reads back");
    assert_eq!(kept, is_taken(example()));
    assert_eq!(is_taken(earlier), kept);
}

#[test]
fn a_floating_widget_keeps_the_side_that_an_earlier_body_meant() {
    let side = |placement: Value| is_taken(json!({ "placement": placement })).placement.side;
    assert_eq!(side(json!({ "mode": "floating", "position": "bottom-left" })), Side::Start);
    assert_eq!(side(json!({ "mode": "floating", "position": "top-right" })), Side::End);
    assert_eq!(side(json!({ "mode": "floating", "position": "top-right", "side": "start" })), Side::Start);
}

#[test]
fn a_question_may_not_take_the_id_of_readers_own() {
    let question = |id: &str| json!({ "questions": { "items": [{ "id": id, "text": "Why?" }] } });
    is_taken(question("q_00000000000000000000000001"));
    is_refused(question("q_00000000000000000000000000"), "questions.items[0].id", "RESERVED_ID");
}

#[test]
fn the_distance_from_the_windows_edges_has_a_bound() {
    is_taken(json!({ "placement": { "offset": 200 } }));
    is_refused(json!({ "placement": { "offset": 201 } }), "placement.offset", "OUT_OF_RANGE");
}

#[test]
fn the_keyless_payload_can_be_sent_back_as_it_is() {
    let payload = |config: Value| {
        json!({ "siteId": "site_1", "siteName": "Example", "version": 7, "config": config, "prompts": [],
        "rules": [], "registry": [], "shareTargets": [], "labels": { "en": { "title": "All of them" } } })
    };
    assert_eq!(is_taken(payload(example())), is_taken(example()));
    is_refused(payload(json!({ "theme": { "radius": 99 } })), "config.theme.radius", "OUT_OF_RANGE");
    let mut both = payload(example());
    both["enabled"] = json!(false);
    is_refused(both, "config", "AMBIGUOUS");
    is_refused(payload(payload(example())), "config", "AMBIGUOUS");
}

#[test]
fn an_unknown_field_is_refused_at_every_level() {
    for body in [
        json!({ "enabeld": true }),
        json!({ "placement": { "postion": "after" } }),
        json!({ "platforms": [{ "id": "chatgpt", "name": "ChatGPT" }] }),
        json!({ "questions": { "count": 3 } }),
        json!({ "questions": { "items": [{ "text": "a", "answer": "b" }] } }),
        json!({ "theme": { "color": "#000000" } }),
        json!({ "privacy": { "dnt": true } }),
        json!({ "theme": { "preset": "sepia" } }),
    ] {
        assert!(serde_json::from_value::<WidgetConfigInput>(body.clone()).is_err(), "{body}");
    }
}

#[test]
fn the_position_follows_the_mode() {
    let placed = |placement: Value| json!({ "placement": placement });
    assert_eq!(is_taken(placed(json!({ "mode": "floating" }))).placement.position, Position::BottomRight);
    is_taken(placed(json!({ "mode": "floating", "position": "top-left" })));
    is_taken(placed(json!({ "mode": "manual", "position": "top-left" })));
    is_refused(placed(json!({ "mode": "floating", "position": "after" })), "placement.position", "INVALID_POSITION");
    is_refused(placed(json!({ "position": "bottom-left" })), "placement.position", "INVALID_POSITION");
}

#[test]
fn selectors_and_paths_are_bounded() {
    let placed = |field: &str, value: Value| json!({ "placement": { field: value } });
    is_taken(placed("selector", json!(null)));
    is_taken(placed("selector", json!("main > .post:not(.teaser) [data-a=\"b\"]")));
    is_taken(placed("selector", json!("a".repeat(200))));
    is_refused(placed("selector", json!("a".repeat(201))), "placement.selector", "TOO_LONG");
    is_refused(placed("selector", json!("")), "placement.selector", "TOO_SHORT");
    is_refused(placed("selector", json!(" ")), "placement.selector", "INVALID_SELECTOR");
    is_refused(placed("selector", json!("<script>")), "placement.selector", "INVALID_SELECTOR");
    is_refused(placed("selector", json!("a\nb")), "placement.selector", "CONTROL_CHARACTER");
    let many = |count: usize| (0..count).map(|n| format!("/{n}/**")).collect::<Vec<_>>();
    is_taken(placed("includePaths", json!(many(50))));
    is_refused(placed("includePaths", json!(many(51))), "placement.includePaths", "TOO_MANY");
    is_refused(placed("excludePaths", json!(["/a", "b/**"])), "placement.excludePaths[1]", "INVALID_GLOB");
    is_refused(placed("excludePaths", json!(["/a", "/a"])), "placement.excludePaths[1]", "DUPLICATE");
    let long = format!("/{}", "a".repeat(MAX_GLOB_CHARACTERS));
    is_refused(placed("includePaths", json!([long])), "placement.includePaths[0]", "INVALID_GLOB");
}

#[test]
fn platforms_are_known_or_the_sites_own() {
    let own = json!([{ "id": "c_house", "label": "House", "urlTemplate": "https://ai.example.com/?q={{prompt}}" }]);
    let config = is_taken(
        json!({ "platforms": [{ "id": "c_house", "label": "Ours" }, { "id": "claude", "enabled": false }], "customPlatforms": own }),
    );
    assert_eq!(config.enabled_platform_ids(), ["c_house"]);
    let config = is_taken(json!({ "platforms": [{ "id": "claude" }], "customPlatforms": own }));
    assert_eq!(config.enabled_platform_ids(), ["claude", "c_house"]);
    is_refused(json!({ "platforms": [{ "id": "claud" }] }), "platforms[0].id", "UNKNOWN_PLATFORM");
    is_refused(json!({ "platforms": [{ "id": "claude" }, { "id": "claude" }] }), "platforms[1].id", "DUPLICATE");
    is_refused(json!({ "platforms": [{ "id": "claude", "label": "a".repeat(41) }] }), "platforms[0].label", "TOO_LONG");
    is_refused(json!({ "platforms": [{ "id": "claude", "label": "" }] }), "platforms[0].label", "TOO_SHORT");
    is_refused(json!({ "platforms": vec![json!({ "id": "claude" }); 41] }), "platforms", "TOO_MANY");
    is_refused(json!({ "social": [{ "id": "myspace" }] }), "social[0].id", "UNKNOWN_NETWORK");
    is_refused(json!({ "social": [{ "id": "x" }, { "id": "x" }] }), "social[1].id", "DUPLICATE");
    is_refused(json!({ "social": vec![json!({ "id": "x" }); 21] }), "social", "TOO_MANY");
}

#[test]
fn a_custom_platform_has_an_id_a_label_and_a_safe_address() {
    let own = |field: &str, value: &str| {
        let mut platform =
            json!({ "id": "c_house", "label": "House", "urlTemplate": "https://ai.example.com/?q={{prompt}}" });
        platform[field] = json!(value);
        json!({ "customPlatforms": [platform] })
    };
    for id in ["house", "c_", "C_house", "c_hou-se", "chatgpt", &format!("c_{}", "a".repeat(31))] {
        is_refused(own("id", id), "customPlatforms[0].id", "INVALID_ID");
    }
    is_taken(own("id", &format!("c_{}", "a".repeat(30))));
    is_refused(own("label", "a\u{202E}b"), "customPlatforms[0].label", "HIDDEN_CHARACTER");
    is_refused(own("label", &"a".repeat(41)), "customPlatforms[0].label", "TOO_LONG");
    is_taken(own("urlTemplate", "https://ai.example.com/ask?a=b&q={{prompt}}"));
    for template in [
        "https://ai.example.com/",
        "http://ai.example.com/?q={{prompt}}",
        "javascript:alert({{prompt}})",
        "https://{{prompt}}.example.com/",
        "https://example.com{{prompt}}",
        "https://ai.example.com/?q={{prompt}}&again={{prompt}}",
        "https://ai.example.com/?q={{prompt}}&u={{url}}",
        "https://user:word@ai.example.com/?q={{prompt}}",
        "/ask?q={{prompt}}",
    ] {
        let found = check(own("urlTemplate", template)).expect_err(template);
        assert!(found.iter().all(|(path, _)| path == "customPlatforms[0].urlTemplate"), "{template}: {found:?}");
    }
    let twice = json!([
        { "id": "c_a", "label": "A", "urlTemplate": "https://a.example.com/?q={{prompt}}" },
        { "id": "c_a", "label": "B", "urlTemplate": "https://b.example.com/?q={{prompt}}" }
    ]);
    is_refused(json!({ "customPlatforms": twice }), "customPlatforms[1].id", "DUPLICATE");
}

#[test]
fn the_prompt_policy_reads_labels_and_texts_of_own_items() {
    let menu =
        json!([{ "kind": "markdown", "label": "Read" }, { "kind": "command", "label": "Install", "text": "npx a" }]);
    let config = is_taken(json!({ "menu": menu }));
    let texts: Vec<_> = config.prompt_texts().map(|(path, text)| (path, text.into_owned())).collect();
    let expected = [("menu[0].label", "Read"), ("menu[1].label", "Install"), ("menu[1].text", "npx a")];
    assert_eq!(texts, expected.map(|(path, text)| (path.to_owned(), text.to_owned())));
    assert!(config.is_plain(), "own items have a file of their own");
}

#[test]
fn questions_keep_their_ids_and_new_ones_get_one() {
    let kept = QuestionId::from_bits(99);
    let config = is_taken(json!({ "questions": { "items": [{ "id": kept, "text": " Why? " }, { "text": "How?" }] } }));
    assert_eq!(config.questions.items[0], Question { id: kept, text: "Why?".into() });
    assert_eq!(config.questions.items[1].id, QuestionId::from_bits(1));
    assert_eq!(
        config.prompt_texts().map(|(path, _)| path).collect::<Vec<_>>(),
        ["questions.items[0].text", "questions.items[1].text"]
    );
    let asked = |items: Value| json!({ "questions": { "items": items } });
    is_refused(
        asked(json!([{ "text": "a" }, { "id": kept, "text": "b" }, { "id": kept, "text": "c" }])),
        "questions.items[2].id",
        "DUPLICATE",
    );
    is_refused(asked(json!([{ "text": " " }])), "questions.items[0].text", "TOO_SHORT");
    is_refused(asked(json!([{ "text": "a".repeat(201) }])), "questions.items[0].text", "TOO_LONG");
    is_refused(asked(json!([{ "text": "a\u{200B}b" }])), "questions.items[0].text", "HIDDEN_CHARACTER");
    is_refused(asked(json!(vec![json!({ "text": "a" }); 21])), "questions.items", "TOO_MANY");
    is_refused(json!({ "questions": { "max": 11 } }), "questions.max", "OUT_OF_RANGE");
    is_taken(json!({ "questions": { "max": 0 } }));
}

#[test]
fn the_theme_is_bounded() {
    assert_eq!(is_taken(json!({ "theme": { "accent": "#ABCDEF" } })).theme.accent, "#abcdef");
    for accent in ["", "#fff", "3355ff0", "#3355fg", "red", "#3355ff;", "##3355f"] {
        is_refused(json!({ "theme": { "accent": accent } }), "theme.accent", "INVALID_COLOR");
    }
    is_taken(json!({ "theme": { "radius": 32 } }));
    is_refused(json!({ "theme": { "radius": 33 } }), "theme.radius", "OUT_OF_RANGE");
}

#[test]
fn labels_have_known_languages_keys_and_placeholders() {
    let labelled = |language: &str, key: &str, label: &str| json!({ "labels": { language: { key: label } } });
    assert!(is_taken(labelled("PT-br", "title", "Pergunte")).labels.contains_key("pt-BR"));
    is_taken(labelled("nl", "askWith", "Vraag het {{platform}}"));
    is_refused(labelled("english", "title", "Ask"), "labels.english", "INVALID_LANGUAGE");
    is_refused(labelled("en", "titel", "Ask"), "labels.en.titel", "UNKNOWN_LABEL");
    is_refused(labelled("en", "title", ""), "labels.en.title", "TOO_SHORT");
    is_refused(labelled("en", "title", &"a".repeat(121)), "labels.en.title", "TOO_LONG");
    is_refused(labelled("en", "title", "a\tb"), "labels.en.title", "CONTROL_CHARACTER");
    is_refused(labelled("en", "title", "Ask {{platform}}"), "labels.en.title", "UNKNOWN_PLACEHOLDER");
    is_refused(json!({ "labels": { "en": {}, "EN": {} } }), "labels.en", "DUPLICATE");
    let many: BTreeMap<String, Value> = (0..21_u8).map(|n| (format!("a{}", char::from(b'a' + n)), json!({}))).collect();
    is_refused(json!({ "labels": many }), "labels", "TOO_MANY");
}

#[test]
fn everything_that_is_wrong_is_said_at_once() {
    let found = check(json!({ "theme": { "accent": "red", "radius": 99 }, "platforms": [{ "id": "claud" }] }));
    assert_eq!(found.expect_err("three things are wrong").len(), 3);
}

#[test]
fn the_schema_states_the_bounds_that_are_checked() {
    let mut generator = schemars::generate::SchemaSettings::openapi3().into_generator();
    let schema = serde_json::to_value(generator.root_schema_for::<WidgetConfigInput>()).expect("a schema");
    let text = schema.to_string();
    let all = |name: &str| schema["components"]["schemas"][name]["properties"].clone();
    assert_eq!(schema["properties"]["platforms"]["maxItems"], MAX_PLATFORMS, "{text}");
    assert_eq!(schema["properties"]["customPlatforms"]["maxItems"], MAX_CUSTOM_PLATFORMS);
    assert_eq!(schema["properties"]["social"]["maxItems"], MAX_SOCIAL);
    assert_eq!(schema["properties"]["labels"]["maxProperties"], MAX_LABEL_LANGUAGES);
    assert_eq!(schema["properties"]["version"]["readOnly"], true);
    assert_eq!(all("Theme")["radius"]["maximum"], MAX_RADIUS);
    assert_eq!(all("QuestionsInput")["max"]["maximum"], MAX_QUESTIONS_SHOWN);
    assert_eq!(all("QuestionsInput")["items"]["maxItems"], MAX_QUESTIONS);
    assert_eq!(all("QuestionInput")["text"]["maxLength"], MAX_QUESTION_CHARACTERS);
    assert_eq!(all("Placement")["selector"]["maxLength"], MAX_SELECTOR_CHARACTERS, "{text}");
    assert_eq!(all("Placement")["includePaths"]["maxItems"], MAX_PATHS);
    assert_eq!(all("Placement")["includePaths"]["items"]["maxLength"], MAX_GLOB_CHARACTERS);
    assert_eq!(schema["additionalProperties"], false);
    assert!(schema.get("required").is_none(), "{}", schema["required"]);
}

proptest! {
    #[test]
    fn no_texts_make_the_check_panic(selector: String, glob: String, id: String, label: String, template: String, accent: String) {
        let body = json!({
            "placement": { "selector": selector, "includePaths": [glob] },
            "platforms": [{ "id": id, "label": label }],
            "customPlatforms": [{ "id": id, "label": label, "urlTemplate": template }],
            "questions": { "items": [{ "text": label }] },
            "theme": { "accent": accent },
            "labels": { id.clone(): { label.clone(): label } }
        });
        if let Ok(input) = serde_json::from_value::<WidgetConfigInput>(body) {
            let _ = check_input(input);
        }
    }
}
