//! Descriptions without the line breaks of their sources.
//!
//! Doc comments and pages have lines of a certain width. Programs that show a description may begin a new line at every break,
//! which tears sentences. So a break stays only at the end of a paragraph, of an entry of a list, or within code.

use serde_json::Value;

/// The lines that surround code.
const FENCE: &str = "```";

/// Lets every description in a document flow. Examples are values, not schemas.
pub(super) fn flow_descriptions(value: &mut Value) {
    match value {
        Value::Object(members) => {
            for (name, member) in members.iter_mut() {
                match member {
                    Value::String(text) if name == "description" => *text = flow(text),
                    _ if name == "example" || name == "examples" => {}
                    _ => flow_descriptions(member),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(flow_descriptions),
        _ => {}
    }
}

/// The text, with each paragraph and each entry of a list on one line.
fn flow(text: &str) -> String {
    let mut flowing = String::new();
    let mut is_code = false;
    // Whether the next line goes on with the last one.
    let mut goes_on = false;
    for line in text.trim().lines() {
        let is_fence = line.trim_start().starts_with(FENCE);
        let line = if is_code || is_fence { line.trim_end() } else { line.trim() };
        if goes_on && !is_fence && !line.is_empty() && !is_block(line) {
            flowing.push(' ');
        } else if !flowing.is_empty() {
            flowing.push('\n');
        }
        flowing.push_str(line);
        is_code ^= is_fence;
        goes_on = !is_code && !is_fence && !line.is_empty();
    }
    flowing
}

/// Whether a line begins a block of its own: an entry of a list, a row of a table, or a heading.
fn is_block(line: &str) -> bool {
    let is_numbered = line.split_once(". ").is_some_and(|(number, _)| number.parse::<u8>().is_ok());
    is_numbered || ["* ", "- ", "# ", "## ", "### ", "| "].iter().any(|start| line.starts_with(start))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_paragraph_and_an_entry_of_a_list_are_one_line_each() {
        let text = "The first\nsentence.\n\nValues:\n* `a`: one\n  thing.\n* `b`: two.\nThe end.";
        assert_eq!(flow(text), "The first sentence.\n\nValues:\n* `a`: one thing.\n* `b`: two. The end.");
        assert_eq!(flow("1. One\n2. Two\nlines.\n\n\nEnd."), "1. One\n2. Two lines.\n\n\nEnd.");
    }

    #[test]
    fn code_keeps_its_lines() {
        let text = "Send it:\n```\nfirst\n  second\n```\nand\nwait.";
        assert_eq!(flow(text), "Send it:\n```\nfirst\n  second\n```\nand wait.");
    }

    #[test]
    fn only_descriptions_flow_and_examples_stay() {
        let mut schema = json!({ "description": "a\nb", "example": { "description": "a\nb" }, "title": "a\nb" });
        flow_descriptions(&mut schema);
        assert_eq!(schema, json!({ "description": "a b", "example": { "description": "a\nb" }, "title": "a\nb" }));
    }

    /// The paragraphs of every description in `value` that are no whole sentences.
    fn torn(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(members) => {
                for (name, member) in members {
                    match member {
                        Value::String(text) if name == "description" => {
                            found.extend(text.lines().filter(|line| is_torn(line)).map(str::to_owned));
                        }
                        _ if name == "example" => {}
                        _ => torn(member, found),
                    }
                }
            }
            Value::Array(values) => values.iter().for_each(|value| torn(value, found)),
            _ => {}
        }
    }

    fn is_torn(line: &str) -> bool {
        let line = line.strip_prefix("* ").unwrap_or(line);
        let begins_within = line.starts_with(char::is_lowercase);
        !line.is_empty() && (begins_within || !line.trim_end_matches([')', '`']).ends_with(['.', ':', '…', '!', '?']))
    }

    #[test]
    fn every_description_of_the_document_and_of_a_tool_has_whole_sentences() {
        let table = crate::routes::table();
        let mut found = Vec::new();
        torn(&crate::openapi::document(&table, "test"), &mut found);
        for operation in crate::key_operations::key_operations(&table) {
            torn(&Value::Object(operation.input_schema()), &mut found);
            torn(operation.data_schema(), &mut found);
        }
        assert_eq!(found, Vec::<String>::new());
    }
}
