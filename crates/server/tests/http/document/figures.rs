//! Each figure has one definition, wherever it is explained: reference, tools, files, glossary, dashboard.

use std::collections::BTreeSet;

use askline_domain::analytics::figures::{AI_CLICKS, ASKS, FIGURES, Figure, QUESTION_CLICKS};
use serde_json::Value;

const GLOSSARY: &str = include_str!("../../../../../docs/glossary.md");
const GUIDE: &str = include_str!("../../../../../docs/dashboard.md");
const MCP: &str = include_str!("../../../../../docs/mcp.md");

/// Numbers in answers about analytics and citations that are no figures: field, or schema and field, and what they are.
const NO_FIGURES: &[(&str, &str)] = &[
    ("all", "a number of rows"),
    ("automatedHits", "events of programs, which are no readers"),
    ("billedQueries", "a cost"),
    ("crawlerHits", "events of programs, which are no readers"),
    ("danglingMarkers", "marks in one answer's text"),
    ("libraryViews", "views that are a part of views"),
    ("unreadableCount", "responses that are in no figure"),
    ("unreadableRate", "responses that are in no figure"),
    ("clearFrom", "a property of a test"),
    ("clearUntil", "a property of a test"),
    ("competitor", "citations of pages by owner"),
    ("credits", "a cost"),
    ("creditsUsed", "a cost"),
    ("days", "the length of the period or the time left"),
    ("daysLeft", "a time"),
    ("detectable", "a property of a test"),
    ("fraction", "how far evidence is"),
    ("high", "an end of an interval"),
    ("highest", "an end of an interval"),
    ("low", "an end of an interval"),
    ("lowest", "an end of an interval"),
    ("limit", "a number of rows"),
    ("loaded", "a number of lists"),
    ("neverCited", "a number of rows"),
    ("notRead", "a number of rows"),
    ("other", "citations of pages by owner"),
    ("own", "citations of pages by owner"),
    ("pages", "a number of rows"),
    ("position", "one answer's"),
    ("previous", "the row's own figure in the previous period"),
    ("previousCitedCount", "of one run"),
    ("previousSamples", "of one run"),
    ("questions", "a number of rows"),
    ("rate", "a side of a stored change, drawn toward the other"),
    ("readingVersion", "a version"),
    ("sample", "a number of an answer"),
    ("sites", "a number of rows"),
    ("total", "a number of rows"),
    ("value", "the figure that its report is named by"),
];

fn document() -> Value {
    serde_json::from_slice(&askline_api::routes::documents::openapi_json()).unwrap()
}

fn is_number(schema: &Value) -> bool {
    let of = |kind: &Value| kind == "integer" || kind == "number";
    of(&schema["type"]) || schema["type"].as_array().is_some_and(|kinds| kinds.iter().any(of))
}

/// Adds the names of the schemas that a part of the document refers to, with those that they refer to.
fn schemas_of(document: &Value, part: &Value, found: &mut BTreeSet<String>) {
    match part {
        Value::Object(members) => {
            if let Some(name) = part["$ref"].as_str().and_then(|path| path.strip_prefix("#/components/schemas/"))
                && found.insert(name.to_owned())
            {
                schemas_of(document, &document["components"]["schemas"][name], found);
            }
            members.values().for_each(|member| schemas_of(document, member, found));
        }
        Value::Array(items) => items.iter().for_each(|item| schemas_of(document, item, found)),
        _ => {}
    }
}

/// Adds every number of a schema: its field and its description.
fn numbers_of(part: &Value, found: &mut Vec<(String, String)>) {
    match part {
        Value::Object(members) => {
            for (field, property) in part["properties"].as_object().into_iter().flatten() {
                if is_number(property) {
                    found.push((field.clone(), property["description"].as_str().unwrap_or_default().to_owned()));
                }
            }
            members.values().for_each(|member| numbers_of(member, found));
        }
        Value::Array(items) => items.iter().for_each(|item| numbers_of(item, found)),
        _ => {}
    }
}

#[test]
fn every_number_about_readers_and_citations_is_a_figure_with_its_definition() {
    let document = document();
    let mut schemas = BTreeSet::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        if ["/analytics/", "/citations/", "/changes/"].iter().any(|subject| path.contains(subject)) {
            schemas_of(&document, &operations["get"]["responses"]["200"], &mut schemas);
        }
    }
    assert!(schemas.len() > 40, "{schemas:?}");
    let (mut wrong, mut met) = (Vec::new(), BTreeSet::new());
    for schema in schemas.iter().filter(|name| !name.contains("Meta") && *name != "Failure") {
        let mut numbers = Vec::new();
        numbers_of(&document["components"]["schemas"][schema], &mut numbers);
        for (field, description) in numbers {
            match Figure::of(schema, &field) {
                Some(figure) if description.starts_with(figure.definition) => _ = met.insert(figure.field),
                Some(_) => wrong.push(format!("{schema}.{field} is described otherwise: {description}")),
                None if NO_FIGURES.iter().any(|(known, _)| *known == field) => {}
                None => wrong.push(format!("{schema}.{field} has no figure: {description}")),
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    let named: BTreeSet<&str> = FIGURES.iter().map(|figure| figure.field).collect();
    assert_eq!(met, named, "every figure is in an answer");
}

#[test]
fn the_descriptions_of_operations_say_how_ai_clicks_and_ai_asks_differ() {
    let document = document();
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

/// The rows of the glossary's table of figures.
fn rows_of_figures() -> String {
    let row = |figure: &Figure| {
        let field = match figure.schemas {
            [] => format!("`{}`", figure.field),
            schemas => format!(
                "`{}` of {}",
                figure.field,
                schemas.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
            ),
        };
        let denominator = figure.denominator.map_or_else(String::new, |field| format!("`{field}`"));
        format!("| {} | {field} | {} | {denominator} |\n", figure.name, figure.definition)
    };
    FIGURES.iter().map(row).collect()
}

#[test]
fn the_glossary_has_the_table_of_figures() {
    let table = rows_of_figures();
    let days: BTreeSet<&str> = FIGURES.iter().map(|figure| figure.counted.days()).collect();
    let is_complete = GLOSSARY.contains(&table) && days.iter().all(|text| GLOSSARY.contains(text));
    assert!(is_complete, "docs/glossary.md needs these rows and sentences:\n{table}\n{days:#?}");
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
