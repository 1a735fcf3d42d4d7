//! Own items in the widget configuration: an item of each kind, and invalid ones.

use serde_json::{Value, json};

/// An item of each kind, as it is stored.
pub(super) fn example() -> Value {
    json!([
        { "id": "m_01jxzq3v5m8k2n4p6r8t0w1y3z", "kind": "link", "label": "Discuss", "url": "https://forum.example.com/", "text": null },
        { "id": "m_01jxzq3v5m8k2n4p6r8t0w1y40", "kind": "command", "label": "Install", "url": null, "text": "npx example" },
        { "id": "m_01jxzq3v5m8k2n4p6r8t0w1y41", "kind": "editor", "label": "Add to", "url": "https://mcp.example.com/", "text": null },
        { "id": "m_01jxzq3v5m8k2n4p6r8t0w1y42", "kind": "markdown", "label": "As Markdown", "url": null, "text": null },
        { "id": "m_01jxzq3v5m8k2n4p6r8t0w1y43", "kind": "preferred_source", "label": "Prefer us", "url": null, "text": null },
    ])
}

/// A configuration with one item of a kind, and with a field of it changed.
fn item(kind: &str, field: &str, value: impl Into<Value>) -> Value {
    let mut items = example().as_array().unwrap().clone();
    items.retain(|item| item["kind"] == kind);
    items[0][field] = value.into();
    json!({ "menu": items })
}

/// Invalid configurations, each with the path that the error names.
pub(super) fn wrong_configurations() -> Vec<(Value, &'static str)> {
    vec![
        (json!({ "menu": vec![json!({ "kind": "markdown", "label": "a" }); 11] }), "menu"),
        (json!({ "menu": [example()[0], example()[0]] }), "menu[1].id"),
        (item("link", "id", "m_1"), "menu[0].id"),
        (item("link", "id", "q_01jxzq3v5m8k2n4p6r8t0w1y3z"), "menu[0].id"),
        (item("link", "kind", "popup"), "menu[0].kind"),
        (item("link", "href", "https://example.com/"), "menu[0].href"),
        (item("link", "label", " "), "menu[0].label"),
        (item("link", "label", "a".repeat(41)), "menu[0].label"),
        (item("link", "label", "a\nb"), "menu[0].label"),
        (item("link", "label", "a\u{202e}b"), "menu[0].label"),
        (item("link", "url", Value::Null), "menu[0].url"),
        (item("link", "url", "javascript:alert(1)"), "menu[0].url"),
        (item("link", "url", "http://example.com/"), "menu[0].url"),
        (item("link", "url", "https://me:secret@example.com/"), "menu[0].url"),
        (item("link", "url", format!("https://example.com/{}", "a".repeat(2_000))), "menu[0].url"),
        (item("editor", "url", "cursor://anysphere.cursor-deeplink/mcp/install"), "menu[0].url"),
        (item("editor", "url", Value::Null), "menu[0].url"),
        (item("command", "text", Value::Null), "menu[0].text"),
        (item("command", "text", " "), "menu[0].text"),
        (item("command", "text", "a\nrm -r b"), "menu[0].text"),
        (item("command", "text", "a".repeat(501)), "menu[0].text"),
        (item("command", "url", "https://example.com/"), "menu[0].url"),
        (item("link", "text", "a"), "menu[0].text"),
        (item("editor", "text", "a"), "menu[0].text"),
        (item("markdown", "url", "https://example.com/a.md"), "menu[0].url"),
        (item("preferred_source", "url", "https://example.com/"), "menu[0].url"),
        (item("preferred_source", "text", "a"), "menu[0].text"),
    ]
}
