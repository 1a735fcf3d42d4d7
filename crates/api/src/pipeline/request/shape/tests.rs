//! Which structural errors are found in a body, and at which place.

use super::*;
use askline_domain::{
    prompts::input::{NewPrompt, PromptEdit},
    widget::config_input::WidgetConfigInput,
};

fn check<T: JsonSchema>(text: &str, expected: &[(&str, &str)]) {
    let tree = Tree::read(text.as_bytes()).expect("JSON");
    let found = Shape::of::<T>().violations(&tree);
    let found: Vec<_> = found.iter().map(|violation| (violation.path.as_str(), violation.code.as_str())).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn all_violations_are_reported_at_once() {
    check::<NewPrompt>(
        r#"{ "name": 1, "kind": "sumary", "weight": "x", "platformIds": [1, "a", null], "x": 1, "x": 2 }"#,
        &[
            ("name", "WRONG_TYPE"),
            ("kind", "UNKNOWN_VALUE"),
            ("weight", "WRONG_TYPE"),
            ("platformIds[0]", "WRONG_TYPE"),
            ("platformIds[2]", "WRONG_TYPE"),
            ("x", "UNKNOWN_FIELD"),
            ("x", "DUPLICATE"),
            ("text", "REQUIRED"),
        ],
    );
    check::<NewPrompt>(
        r#"{ "name": "a", "text": "b", "weight": -1, "variantGroup": null }"#,
        &[("weight", "OUT_OF_RANGE")],
    );
    check::<NewPrompt>("[]", &[("", "WRONG_TYPE")]);
    check::<NewPrompt>("{\"name\":\"a\",\"text\":\"b\"}", &[]);
}

#[test]
fn what_can_be_cleared_takes_null_and_nothing_else_does() {
    check::<PromptEdit>(
        r#"{ "name": null, "text": null, "kind": null, "status": null, "weight": null, "variantGroup": null }"#,
        &[
            ("name", "WRONG_TYPE"),
            ("text", "WRONG_TYPE"),
            ("kind", "WRONG_TYPE"),
            ("status", "WRONG_TYPE"),
            ("weight", "WRONG_TYPE"),
        ],
    );
}

#[test]
fn a_configuration_is_looked_at_to_its_ground_and_what_is_ignored_is_not() {
    check::<WidgetConfigInput>(
        r##"{ "theme": { "radius": "8", "preset": "dim" }, "labels": { "en": { "title": 1, "a": "x", "a": "y" }, "en": {} },
            "platforms": [{ "id": 1 }, {}], "rules": 7, "version": "x" }"##,
        &[
            ("theme.radius", "WRONG_TYPE"),
            ("theme.preset", "UNKNOWN_VALUE"),
            ("labels.en.title", "WRONG_TYPE"),
            ("labels.en.a", "DUPLICATE"),
            ("labels.en", "DUPLICATE"),
            ("platforms[0].id", "WRONG_TYPE"),
            ("platforms[1].id", "REQUIRED"),
        ],
    );
}

#[test]
fn number_of_reported_violations_is_bounded() {
    let text = format!("{{\"name\":\"a\",\"text\":\"b\",\"platformIds\":[{}]}}", vec!["1"; 9_000].join(","));
    let found = Shape::of::<NewPrompt>().violations(&Tree::read(text.as_bytes()).expect("JSON"));
    assert_eq!(found.len(), MAX_VIOLATIONS);
}
