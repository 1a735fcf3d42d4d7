//! What is accepted of a shared link, and what is refused at which field.

use serde_json::{Value, json};

use super::*;

fn now() -> Timestamp {
    "2026-11-29T12:00:00Z".parse().expect("a timestamp")
}

fn created(body: Value) -> Result<CheckedLink, Vec<Violation>> {
    serde_json::from_value::<NewSharedLink>(body).expect("the right types").check(now())
}

fn refused(result: Result<CheckedLink, Vec<Violation>>) -> Vec<(String, String)> {
    result.err().unwrap_or_default().into_iter().map(|one| (one.path, one.code)).collect()
}

fn merged(base: &Value, other: &Value) -> Value {
    let mut all = base.clone();
    for (name, value) in other.as_object().expect("an object") {
        all[name] = value.clone();
    }
    all
}

#[test]
fn a_link_expires_in_thirty_days_unless_asked_otherwise_and_shows_nothing_that_was_not_asked_for() {
    let base = json!({ "name": " Month ", "panels": ["figures", "chart"], "range": { "days": 30 } });
    let made = created(base.clone()).expect("right");
    assert_eq!(made.settings.name, "Month");
    assert_eq!(made.expires_at, Some("2026-12-29T12:00:00Z".parse().expect("a timestamp")));
    assert!(!made.settings.compare && !made.settings.notes && made.settings.embed.is_none());
    let forever = created(merged(&base, &json!({ "expiresAt": null }))).expect("right");
    assert_eq!(forever.expires_at, None);
}

#[test]
fn every_field_of_a_link_is_checked() {
    let base = json!({ "name": "Month", "panels": ["figures"], "range": { "days": 30 } });
    let none: &[(&str, &str)] = &[];
    for (change, expected) in [
        (json!({ "filter": { "pages": ["/guides/**"] } }), none),
        (json!({ "embed": { "origins": ["https://Example.com/", "https://example.com"] } }), none),
        (json!({ "range": { "from": "2026-01-01", "to": "2026-12-31" } }), none),
        (json!({ "name": " " }), &[("name", "TOO_SHORT")]),
        (json!({ "panels": [] }), &[("panels", "INVALID_COUNT")]),
        (json!({ "panels": ["chart", "chart"] }), &[("panels[1]", "DUPLICATE")]),
        (json!({ "panels": ["figures", "citations"], "filter": { "pages": ["/a"] } }), &[("panels[1]", "NOT_ALLOWED")]),
        (json!({ "filter": { "pages": ["/a", "/b"] } }), &[("filter.pages", "INVALID_COUNT")]),
        (json!({ "filter": { "pages": ["/**"] } }), &[("filter.pages[0]", "NOT_ALLOWED")]),
        (json!({ "filter": { "platforms": [""] } }), &[("filter.platforms[0]", "TOO_SHORT")]),
        (json!({ "range": { "days": 366 } }), &[("range.days", "OUT_OF_RANGE")]),
        (json!({ "range": { "days": 7, "from": "2026-01-01" } }), &[("range", "REQUIRED")]),
        (json!({ "range": { "from": "2026-01-01" } }), &[("range", "REQUIRED")]),
        (json!({ "range": { "from": "2026-02-30", "to": "2026-03-01" } }), &[("range.from", "INVALID_DATE")]),
        (json!({ "range": { "from": "2026-03-02", "to": "2026-03-01" } }), &[("range.to", "OUT_OF_RANGE")]),
        (json!({ "range": { "from": "2025-01-01", "to": "2026-01-01" } }), &[("range.to", "OUT_OF_RANGE")]),
        (json!({ "expiresAt": "2026-11-29T12:00:00Z" }), &[("expiresAt", "NOT_IN_FUTURE")]),
        (json!({ "expiresAt": "2027-12-01T12:00:00Z" }), &[("expiresAt", "TOO_FAR_AHEAD")]),
        (json!({ "password": "short" }), &[("password", "TOO_SHORT")]),
        (json!({ "embed": { "origins": [] } }), &[("embed.origins", "INVALID_COUNT")]),
        (json!({ "embed": { "origins": ["https://a.example/x"] } }), &[("embed.origins[0]", "INVALID_ORIGIN")]),
        (json!({ "embed": { "origins": ["https://a;sandbox"] } }), &[("embed.origins[0]", "INVALID_ORIGIN")]),
        (
            json!({ "embed": { "origins": ["https://a.example"] }, "password": "a long password" }),
            &[("embed", "NOT_ALLOWED")],
        ),
    ] {
        let found = refused(created(merged(&base, &change)));
        let found: Vec<_> = found.iter().map(|(path, code)| (path.as_str(), code.as_str())).collect();
        assert_eq!(found, expected, "{change}");
    }
}

#[test]
fn an_edit_keeps_what_it_does_not_name_and_is_checked_together_with_it() {
    let body = json!({
        "name": "Month", "panels": ["figures", "citations"], "range": { "days": 30 }, "password": "a long password",
    });
    let made = created(body).expect("right");
    let present = Present { settings: &made.settings, expires_at: made.expires_at, has_password: true };
    let edit =
        |body: Value| serde_json::from_value::<SharedLinkEdit>(body).expect("the right types").check(present, now());
    let renamed = edit(json!({ "name": "Year", "expiresAt": null })).expect("right");
    assert_eq!(renamed.settings, LinkSettings { name: "Year".into(), ..made.settings.clone() });
    assert!(renamed.expires_at.is_none() && renamed.password.is_none());
    assert_eq!(refused(edit(json!({}))), [("name".to_owned(), "REQUIRED".to_owned())]);
    let narrowed = refused(edit(json!({ "filter": { "pages": ["/a"] } })));
    assert_eq!(narrowed, [("panels[1]".to_owned(), "NOT_ALLOWED".to_owned())]);
    let embedded = json!({ "embed": { "origins": ["https://a.example"] } });
    assert_eq!(refused(edit(embedded.clone())), [("embed".to_owned(), "NOT_ALLOWED".to_owned())]);
    assert!(edit(merged(&embedded, &json!({ "password": null }))).is_ok());
}
