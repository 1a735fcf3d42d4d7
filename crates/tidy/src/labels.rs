//! Tests that documents for owners name labels of the dashboard, not fields of the API.
//!
//! A label is in italics, such as *Site settings → Allowed origins*. It must be in the dashboard's catalog.

use std::{collections::BTreeSet, fs};

use crate::tree::{none, root};

/// The documents for people who use the dashboard.
const FOR_OWNERS: [&str; 12] = [
    "quick-start",
    "widget-install",
    "own-domain",
    "dashboard",
    "troubleshooting",
    "faq",
    "glossary",
    "widget",
    "prompts",
    "rules",
    "privacy",
    "monitors",
];
/// Parts that speak to developers, by document and heading. A paragraph or a heading with the word API does so too.
const FOR_DEVELOPERS: [(&str, &str); 5] = [
    ("widget", "Events for your own analytics"),
    ("monitors", "What is measured"),
    ("monitors", "How to read the figures"),
    ("monitors", "Runs, schedules and what they cost"),
    ("monitors", "Notifications"),
];
/// Labels of other programs.
const OF_OTHERS: [&str; 19] = [
    "Custom HTML",
    "Online Store",
    "Themes",
    "…",
    "Edit code",
    "Custom Liquid",
    "Settings",
    "Code injection",
    "Site footer",
    "Custom code",
    "Footer code",
    "Custom Code",
    "Code Injection",
    "Footer",
    "Tags",
    "New",
    "All Pages",
    "History Change",
    "Site settings",
];
/// Words in italics that are no labels.
const STRESSED: [&str; 3] = ["your", "no clear change", "your administrator"];

#[test]
fn labels_in_documents_for_owners_are_those_of_the_dashboard() {
    let known = labels();
    let mut wrong = Vec::new();
    for name in FOR_OWNERS {
        for label in paragraphs(&document(name)).iter().flat_map(|paragraph| labels_in(&paragraph.text)) {
            let is_known = known.contains(&label.replace('\'', "’"));
            if !is_known && !OF_OTHERS.contains(&&*label) && !STRESSED.contains(&&*label) {
                wrong.push(format!("docs/{name}.md: *{label}*"));
            }
        }
    }
    none("labels that the dashboard does not show", &wrong);
}

#[test]
fn documents_for_owners_name_no_fields_of_the_api() {
    let fields = fields();
    let mut wrong = Vec::new();
    for name in FOR_OWNERS {
        for paragraph in paragraphs(&document(name)).iter().filter(|paragraph| !is_for_developers(name, paragraph)) {
            wrong.extend(fields_in(&paragraph.text, &fields).map(|field| format!("docs/{name}.md: `{field}`")));
        }
    }
    none("fields of the API where the dashboard has a label", &wrong);
}

#[test]
fn a_label_in_italics_is_found_across_lines_and_in_lists() {
    let text = "* **Bold**: *Site settings → Allowed\n  origins*, `*`, and *Theme: Dark*.";
    let found = paragraphs(text).iter().flat_map(|paragraph| labels_in(&paragraph.text)).collect::<Vec<_>>();
    assert_eq!(found, ["Site settings", "Allowed origins", "Theme", "Dark"]);
}

#[test]
fn a_field_is_found_alone_with_its_value_and_with_its_parent() {
    let fields = ["allowedOrigins", "theme", "preset", "track"].map(str::to_owned).into();
    for (text, expected) in [
        ("`allowedOrigins`", Some("allowedOrigins")),
        ("`theme.preset: blend`", Some("theme.preset: blend")),
        ("`track`, `theme.other`, `secrets.key`, allowedOrigins", None),
    ] {
        assert_eq!(fields_in(text, &fields).next(), expected, "{text}");
    }
}

/// A paragraph, a row of a table or an item of a list, in one line, with the heading above it.
struct Paragraph {
    heading: String,
    text: String,
}

fn document(name: &str) -> String {
    fs::read_to_string(root().join(format!("docs/{name}.md"))).unwrap_or_else(|_| panic!("there is no docs/{name}.md"))
}

/// The paragraphs outside of blocks of code.
fn paragraphs(text: &str) -> Vec<Paragraph> {
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    let (mut heading, mut is_code, mut goes_on) = (String::new(), false, false);
    for line in text.lines() {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        let item = line.trim_start().strip_prefix("* ");
        if line.starts_with('#') {
            heading = line.trim_start_matches('#').trim().to_owned();
        }
        if is_code || is_fence || line.trim().is_empty() || line.starts_with('#') {
            goes_on = false;
            continue;
        }
        let content = item.unwrap_or(line).trim();
        match paragraphs.last_mut() {
            Some(last) if goes_on && item.is_none() && !line.starts_with('|') => {
                last.text.extend([" ", content]);
            }
            _ => paragraphs.push(Paragraph { heading: heading.clone(), text: content.to_owned() }),
        }
        goes_on = true;
    }
    paragraphs
}

fn is_for_developers(document: &str, paragraph: &Paragraph) -> bool {
    let names_api = |text: &str| text.to_lowercase().split(|c: char| !c.is_alphanumeric()).any(|word| word == "api");
    names_api(&paragraph.heading)
        || names_api(&paragraph.text)
        || FOR_DEVELOPERS.contains(&(document, paragraph.heading.as_str()))
}

/// The labels in italics. A path such as *Widget → Placement*, or a setting with its value, has several.
fn labels_in(text: &str) -> Vec<String> {
    let prose: String = text.split('`').step_by(2).collect();
    let prose = prose.replace("**", "");
    let italics = prose.split('*').skip(1).step_by(2);
    italics.flat_map(|label| label.split(" → ").flat_map(|label| label.split(": "))).map(str::to_owned).collect()
}

/// The fields of the API in code. A word in lower case may be anything, so a field has a capital letter or a parent.
fn fields_in<'t>(text: &'t str, fields: &BTreeSet<String>) -> impl Iterator<Item = &'t str> {
    text.split('`').skip(1).step_by(2).filter(move |code| {
        let name = code.split(": ").next().unwrap_or(code);
        let is_name = name.contains('.') || name.contains(|c: char| c.is_ascii_uppercase());
        is_name && name.split('.').all(|part| fields.contains(part))
    })
}

/// The labels of the dashboard and of the widget, in English.
fn labels() -> BTreeSet<String> {
    let catalog = fs::read_to_string(root().join("dashboard/src/words/en.po")).expect("the catalog");
    let of_dashboard = catalog.lines().filter_map(|line| line.strip_prefix("msgid \"")?.strip_suffix('"'));
    let widget = fs::read_to_string(root().join("crates/domain/data/labels.json")).expect("the widget's labels");
    let of_widget = widget.lines().filter_map(|line| line.split(": \"").nth(1)?.split('"').next());
    of_dashboard.chain(of_widget).map(str::to_owned).collect()
}

/// The names of all properties in the types that are made from the OpenAPI document.
fn fields() -> BTreeSet<String> {
    let types = fs::read_to_string(root().join("dashboard/src/generated/api.d.ts")).expect("the types of the API");
    let names = types.lines().filter_map(|line| Some(line.trim().split_once(": ")?.0.trim_end_matches('?').to_owned()));
    names.filter(|name| name.chars().all(|c| c.is_ascii_alphanumeric())).collect()
}
