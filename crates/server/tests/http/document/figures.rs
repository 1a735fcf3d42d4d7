//! AI clicks, question clicks and AI asks have one definition each, wherever they are explained.

use askline_domain::analytics::figures::{AI_CLICKS, ASKS, FIGURES, Figure, QUESTION_CLICKS};
use serde_json::Value;

const GLOSSARY: &str = include_str!("../../../../../docs/glossary.md");
const GUIDE: &str = include_str!("../../../../../docs/dashboard.md");
const MCP: &str = include_str!("../../../../../docs/mcp.md");

/// Adds the descriptions of every number with this name, with its schema's name. A list has the figure of each day or hour.
fn descriptions(schema: &Value, place: &str, name: &str, found: &mut Vec<(String, String)>) {
    match schema {
        Value::Object(members) => {
            if let Some(property) = schema["properties"].get(name).filter(|property| property["type"] != "array") {
                found.push((place.to_owned(), property["description"].as_str().unwrap_or_default().to_owned()));
            }
            for (key, member) in members {
                descriptions(member, &format!("{place}/{key}"), name, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| descriptions(item, place, name, found)),
        _ => {}
    }
}

#[test]
fn the_reference_defines_clicks_and_asks_in_the_same_words_everywhere() {
    let document: Value = serde_json::from_slice(&askline_api::resources::documents::openapi_json()).unwrap();
    for Figure { field, definition, .. } in FIGURES {
        let mut found = Vec::new();
        descriptions(&document["components"]["schemas"], "", field, &mut found);
        assert!(!found.is_empty(), "{field} is in the document");
        for (place, description) in found {
            assert!(description.starts_with(definition), "{place} {field}: {description}");
        }
    }
    for operation in ["show_ai_clicks", "show_site_overview"] {
        let operations =
            document["paths"].as_object().unwrap().values().flat_map(|path| path.as_object().unwrap().values());
        let described =
            operations.filter(|one| one["operationId"] == operation).find_map(|one| one["description"].as_str());
        let described = described.unwrap_or_default();
        // Both say how the two figures differ, since a reader of one meets the other in the dashboard.
        assert!(described.contains("aiClicks") && described.contains("AI"), "{operation}: {described}");
        assert!(described.replace('\n', " ").contains("together"), "{operation}: {described}");
    }
}

#[test]
fn glossary_guide_and_tools_say_how_ai_clicks_and_ai_asks_differ() {
    let row = |document: &str, start: &str| {
        let row = document.lines().find(|line| line.starts_with(start)).unwrap_or_default();
        assert!(!row.is_empty(), "there is no row {start}");
        row.to_owned()
    };
    let both = format!("`{}` and `{}` together", AI_CLICKS.field, QUESTION_CLICKS.field);
    assert!(row(GLOSSARY, "| ask, AI ask ").contains(&both));
    assert!(row(GLOSSARY, "| AI click ").contains(&format!("`{}`", AI_CLICKS.field)));
    assert!(row(GLOSSARY, "| question click ").contains(&format!("`{}`", QUESTION_CLICKS.field)));
    assert!(row(GUIDE, "| AI asks |").contains(&both));
    assert!(MCP.contains(&format!("\"aiClicks\": \"{}\"", AI_CLICKS.unit)));
    assert!(ASKS.unit.contains(AI_CLICKS.field) && ASKS.unit.contains(QUESTION_CLICKS.field));
}
