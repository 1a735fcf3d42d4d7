//! Reads overlong answers made from the API's schemas to the last row; checks the guides.

use askline_api::{
    key_operations::{Effect, KeyOperation, key_operations},
    routes,
};
use rmcp::model::CallToolResult;

use super::*;
use crate::mcp::{answer_plan::Shape, tool_guide};

const ROWS: usize = 20;

/// A value of this schema with long lists, and with long texts of characters that JSON escapes.
fn overlong(schema: &Value, place: &mut usize, rows: usize) -> Value {
    *place += 1;
    let choices: Vec<&Value> =
        ["anyOf", "oneOf", "allOf"].iter().filter_map(|word| schema[word].as_array()).flatten().collect();
    let is =
        |name: &str| schema["type"] == name || schema["type"].as_array().is_some_and(|all| all.contains(&json!(name)));
    if is("array") {
        return (0..rows).map(|_| overlong(&schema["items"], place, 12)).collect();
    }
    if is("object") || schema["properties"].is_object() {
        let mut object = Map::new();
        for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
            object.insert(name.clone(), overlong(schema, place, rows));
        }
        for choice in choices {
            if let Value::Object(fields) = overlong(choice, place, rows) {
                object.extend(fields);
            }
        }
        return object.into();
    }
    match choices.into_iter().find(|choice| choice["type"] != "null") {
        Some(choice) => overlong(choice, place, rows),
        None if is("integer") => json!(*place),
        None if is("number") => json!(0.123_456_789_012),
        None if is("boolean") => json!(true),
        None => format!("{place} {}", "\"\\\u{1}\u{6f22}\u{1f600}".repeat(250)).into(),
    }
}

struct Pages {
    rows: std::collections::BTreeMap<String, usize>,
    facts: Vec<String>,
    count: usize,
}

/// Reads every page of an answer; each has to fit.
fn read_to_the_end(operation: &KeyOperation, plan: &AnswerPlan, data: &Value) -> Pages {
    let tool = operation.policy.operation;
    let guide = tool_guide::guide_to(tool).expect(tool);
    let layout = Layout { tool, plan, left_out: guide.left_out, can_go_on: true };
    let meta = json!({
        "requestId": "req_01jabcdefghjkmnpqrstvwxyz0",
        "range": { "from": "2026-01-01", "to": "2026-12-31", "timezone": "America/Argentina/ComodRivadavia" },
    });
    let mut pages = Pages { rows: Default::default(), facts: Vec::new(), count: 0 };
    let mut asked: Map<String, Value> = [("siteId".to_owned(), json!("site_1"))].into_iter().collect();
    let mut from = None;
    loop {
        let found = Found { data, meta: &meta, asked: &asked, from: from.as_ref() };
        let answer = fitted(&layout, &found).expect(tool);
        let mut result = CallToolResult::structured(answer.clone());
        result.meta = Some(rmcp::model::MetaObject(meta.as_object().expect("an object").clone()));
        let bytes = serde_json::to_string(&result).expect("JSON").len();
        assert!(bytes <= MAX_RESULT_BYTES - 200, "{tool}: {bytes} bytes");
        for (name, table) in answer["tables"].as_object().expect("tables") {
            *pages.rows.entry(name.clone()).or_default() += table["rows"].as_array().map_or(0, Vec::len);
        }
        pages.facts.extend(answer["facts"].as_object().into_iter().flatten().map(|(name, _)| name.clone()));
        pages.count += 1;
        assert!(pages.count < 20_000, "{tool} comes to no end");
        let Some(cursor) = answer["nextCursor"].as_str() else { return pages };
        assert!(!answer["leftOut"].as_array().expect("notes").is_empty(), "{tool}");
        asked.insert("cursor".into(), cursor.into());
        from = Place::taken(tool, &mut asked).expect(tool);
    }
}

fn plan_of(operation: &KeyOperation) -> AnswerPlan {
    let guide = tool_guide::guide_to(operation.policy.operation).expect(operation.policy.operation);
    AnswerPlan::of(operation.data_schema(), guide.left_out)
}

#[test]
fn the_largest_answer_of_every_tool_fits_page_by_page_and_no_row_and_no_fact_is_lost() {
    for operation in key_operations(&routes::table()) {
        let name = operation.policy.operation;
        let plan = plan_of(&operation);
        let data = overlong(operation.data_schema(), &mut 0, ROWS);
        let pages = read_to_the_end(&operation, &plan, &data);
        for table in &plan.tables {
            assert_eq!(
                pages.rows.get(&table.name).copied().unwrap_or(0),
                table.rows(&data).len(),
                "{name}: {}",
                table.name
            );
        }
        for fact in &plan.facts {
            let told = pages.facts.contains(&fact.name) || pages.rows.contains_key(&fact.name);
            assert!(told, "{name}: {}", fact.name);
        }
    }
}

#[test]
fn a_character_takes_what_json_makes_of_it() {
    for character in ('\0'..='\u{100}').chain(['\u{2028}', '\u{6f22}', '\u{1f600}']) {
        let text = character.to_string();
        assert_eq!(bytes_of_character(character), bytes_of_text(&text) - bytes_of_text(""), "{character:?}");
    }
}

#[test]
fn a_long_text_is_returned_in_full_across_parts() {
    let operations = key_operations(&routes::table());
    let operation = operations.iter().find(|each| each.policy.operation == "show_citation").expect("the operation");
    let text = "\u{6f22}\"\u{1}\nx".repeat(3_000);
    let data = json!({ "id": "cit_1", "rawAnswer": text });
    let plan = plan_of(operation);
    let layout = Layout { tool: "show_citation", plan: &plan, left_out: &[], can_go_on: true };
    let (mut asked, mut from, mut read) = (Map::new(), None, String::new());
    loop {
        let found = Found { data: &data, meta: &Value::Null, asked: &asked, from: from.as_ref() };
        let answer = fitted(&layout, &found).expect("an answer");
        for row in answer["tables"]["rawAnswer"]["rows"].as_array().into_iter().flatten() {
            read.push_str(row[0].as_str().expect("a part"));
        }
        let Some(cursor) = answer["nextCursor"].as_str() else { break };
        asked.insert("cursor".into(), cursor.into());
        from = Place::taken("show_citation", &mut asked).expect("a place");
    }
    assert_eq!(read, text);
}

#[test]
fn what_starts_work_is_never_gone_on_with() {
    let operations = key_operations(&routes::table());
    let operation = operations.iter().find(|each| each.effect == Effect::StartsJob).expect("one that starts a job");
    let plan = plan_of(operation);
    let layout = Layout { tool: operation.policy.operation, plan: &plan, left_out: &[], can_go_on: false };
    let data = overlong(operation.data_schema(), &mut 0, ROWS);
    let found = Found { data: &data, meta: &Value::Null, asked: &Map::new(), from: None };
    assert_eq!(fitted(&layout, &found).expect("an answer")["nextCursor"], Value::Null);
}

#[test]
fn every_number_of_every_answer_has_a_unit() {
    fn check(tool: &str, leaf: &Leaf) {
        if leaf.is_number() {
            assert!(unit(tool, leaf.last_word()).is_some(), "{tool}: {} has no unit", leaf.name);
        }
        if let Shape::Rows(columns) = &leaf.shape {
            columns.iter().for_each(|column| check(tool, column));
        }
    }
    for operation in key_operations(&routes::table()) {
        let plan = plan_of(&operation);
        let leaves = plan.facts.iter().chain(plan.tables.iter().flat_map(|table| &table.columns));
        leaves.for_each(|leaf| check(operation.policy.operation, leaf));
    }
}

#[test]
fn the_guide_is_held_to_the_table_and_names_only_tools_that_there_are() {
    let operations = key_operations(&routes::table());
    let names: Vec<&str> = operations.iter().map(|operation| operation.policy.operation).collect();
    for guide in tool_guide::GUIDES {
        assert!(names.contains(&guide.tool), "{} is no tool", guide.tool);
        let texts = guide.left_out.iter().map(|left| left.told()).chain([guide.when.to_owned()]);
        for text in texts {
            for word in text.split(|c: char| !c.is_ascii_lowercase() && c != '_').filter(|word| word.contains('_')) {
                assert!(names.contains(&word), "the guide to {} names {word}", guide.tool);
            }
        }
    }
    for name in &names {
        assert!(tool_guide::guide_to(name).is_some_and(|guide| guide.when.contains("Use it")), "{name} has no guide");
    }
}
