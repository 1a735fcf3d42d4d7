//! The tools: one for each operation that a key can call. Names, arguments and figures are the API's own.

use std::sync::LazyLock;

use rmcp::model::{CallToolResult, ContentBlock, MetaObject, Tool, ToolAnnotations};
use serde_json::{Map, Value, json};

use askline_api::{
    key_operations::{Effect, KeyOperation, key_operations},
    pipeline::error::ApiError,
    routes,
};
use askline_domain::keys::scope::ScopeSet;

use super::{
    answer_fit::{Found, Layout, fitted},
    answer_plan::AnswerPlan,
    api_caller::{ApiAnswer, ApiCaller},
    argument_schema,
    place::{CURSOR, Place},
    tool_guide::{Guide, NO_GUIDE, guide_to},
};

/// The maximum number of violations of a refusal that an assistant gets, and of characters of its message.
const MAX_DETAILS: usize = 20;
const MAX_MESSAGE_CHARACTERS: usize = 1_000;
/// The maximum size of all violations in bytes. They repeat the input, which may be long.
const MAX_DETAILS_BYTES: usize = 8 * 1024;

/// A tool, and how it is answered.
pub(super) struct KnownTool {
    operation: KeyOperation,
    plan: AnswerPlan,
    guide: &'static Guide,
    pub(super) tool: Tool,
}

/// Created at the first message, so that a server without such messages does no work.
static TOOLS: LazyLock<Vec<KnownTool>> =
    LazyLock::new(|| key_operations(&routes::table()).into_iter().map(KnownTool::of).collect());

/// Every tool, in the order of the route table.
pub(super) fn all() -> &'static [KnownTool] {
    &TOOLS
}

/// The tool with this name, if there is one.
pub(super) fn known(name: &str) -> Option<&'static KnownTool> {
    TOOLS.iter().find(|known| known.name() == name)
}

impl KnownTool {
    fn of(operation: KeyOperation) -> Self {
        let policy = operation.policy;
        let guide = guide_to(policy.operation).unwrap_or(&NO_GUIDE);
        let plan = AnswerPlan::of(operation.data_schema(), guide.left_out);
        let scope = match operation.scope() {
            Some(scope) => format!("Scope: {scope}."),
            None => "Any valid key.".into(),
        };
        let tables: Vec<&str> = plan.tables.iter().map(|table| &*table.name).collect();
        let tables = match tables.as_slice() {
            [] | ["items"] => String::new(),
            names => format!(" Tables: {}.", names.join(", ")),
        };
        // The summary is its title, and the name says the same.
        let description = format!("{}{tables} {scope}", guide.when);
        let reads = operation.effect == Effect::Reads;
        let hints = ToolAnnotations::new()
            .read_only(reads)
            .destructive(!reads)
            // A generation reads pages of the site, and may use another company's model.
            .open_world(!reads);
        let tool = Tool::new(policy.operation, description, input_schema(&operation))
            .with_title(policy.summary)
            .with_annotations(hints);
        Self { operation, plan, guide, tool }
    }

    /// Its name, which is the operation's.
    pub(super) fn name(&self) -> &'static str {
        self.operation.policy.operation
    }

    /// Whether a key with these scopes may call it.
    pub(super) fn is_open_to(&self, scopes: &ScopeSet) -> bool {
        self.operation.scope().is_none_or(|scope| scopes.grants(scope))
    }

    /// Answers a call on behalf of its caller.
    pub(super) async fn call(&self, caller: &ApiCaller, mut arguments: Map<String, Value>) -> CallToolResult {
        // Models send null for what they leave out.
        arguments.retain(|_, value| !value.is_null());
        let asked = Place::taken(self.name(), &mut arguments).and_then(|from| {
            let own_cursor = !self.takes_cursor() && arguments.contains_key(CURSOR) && self.goes_on();
            if own_cursor {
                Err(ApiError::parameter(CURSOR, "cursor: is not from this tool."))
            } else {
                Ok((from, self.operation.request(&arguments)?))
            }
        });
        let (from, request) = match asked {
            Ok(asked) => asked,
            Err(error) => return failed(error.to_json()),
        };
        let ApiAnswer { data, error, meta } = caller.send(request).await;
        let mut result = match error {
            Value::Null => self.shown(&Found { data: &data, meta: &meta, asked: &arguments, from: from.as_ref() }),
            error => failed(error),
        };
        result.meta = meta.as_object().map(|meta| MetaObject(meta.clone()));
        result
    }

    fn shown(&self, found: &Found<'_>) -> CallToolResult {
        let layout =
            Layout { tool: self.name(), plan: &self.plan, left_out: self.guide.left_out, can_go_on: self.goes_on() };
        match fitted(&layout, found) {
            Ok(answer) => CallToolResult::structured(answer),
            Err(error) => failed(error.to_json()),
        }
    }

    fn goes_on(&self) -> bool {
        self.operation.effect == Effect::Reads
    }

    /// Whether the API itself responds in pages.
    fn takes_cursor(&self) -> bool {
        self.operation.policy.paged
    }
}

/// The operation's input schema, with a cursor if the operation only reads.
fn input_schema(operation: &KeyOperation) -> Map<String, Value> {
    let mut schema = operation.input_schema();
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        if operation.effect == Effect::Reads {
            properties.insert(CURSOR.into(), json!({ "type": "string" }));
        }
        argument_schema::make_short(properties);
    }
    schema
}

/// The result for an error of the API: its code and message as text, and the error as structured content. Long messages
/// and details are shortened.
fn failed(mut error: Value) -> CallToolResult {
    if let Some(message) = error["message"].as_str().filter(|text| text.chars().count() > MAX_MESSAGE_CHARACTERS) {
        let cut: String = message.chars().take(MAX_MESSAGE_CHARACTERS).chain(['\u{2026}']).collect();
        error["message"] = cut.into();
        // The details repeat what was too long.
        error.as_object_mut().map(|error| error.remove("details"));
    }
    if let Some(details) = error.get_mut("details").and_then(Value::as_array_mut) {
        details.truncate(MAX_DETAILS);
        let mut left = MAX_DETAILS_BYTES;
        details.retain(|detail| match left.checked_sub(detail.to_string().len()) {
            Some(rest) => {
                left = rest;
                true
            }
            None => false,
        });
    }
    let [code, message] = ["code", "message"].map(|name| error[name].as_str().unwrap_or_default().to_owned());
    let mut result = CallToolResult::error(vec![ContentBlock::text(format!("{code}: {message}"))]);
    result.structured_content = Some(error);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_that_repeats_the_request_still_fits_a_window() {
        for text in ["x".repeat(50_000), "\u{1}".repeat(9_000), "漢".repeat(20_000)] {
            let detail = |path: &str, message: &str| json!({ "path": path, "code": "INVALID", "message": message });
            let mut details = vec![detail("sort", &text), detail("q", "Too short.")];
            details.extend((0..300).map(|number| detail(&format!("ids[{number}]"), &text[..300])));
            let error = json!({ "code": "INVALID_PARAMETER", "message": "Several are wrong.", "details": details });
            let told = serde_json::to_string(&failed(error)).expect("JSON");
            assert!(told.len() <= 24 * 1024 && told.contains("Too short."), "{} bytes", told.len());
            let long = json!({ "code": "INVALID_PARAMETER", "message": text, "details": [] });
            let told = serde_json::to_string(&failed(long)).expect("JSON");
            assert!(told.len() <= 24 * 1024, "{} bytes", told.len());
        }
    }

    #[test]
    fn the_documentation_lists_every_tool_with_its_scope() {
        let page = include_str!("../../../../docs/mcp.md");
        let (_, page) = page.split_once("## What each tool answers").expect("the chapter");
        let (page, _) = page.split_once("## Prompts").expect("the next chapter");
        let mut documented = Vec::new();
        for row in page.lines().filter(|line| line.starts_with("| ") && line.contains('`')) {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let scope = cells[3].trim_matches('`');
            documented.extend(cells[2].split('`').skip(1).step_by(2).map(|name| (name, scope)));
        }
        documented.sort_unstable();
        let scope_of = |known: &'static KnownTool| match (known.name(), known.operation.scope()) {
            ("show_job", _) => "the key that started it".to_owned(),
            (_, Some(scope)) => scope.to_string(),
            (_, None) => "any key".to_owned(),
        };
        let mut tools: Vec<(&str, String)> = all().iter().map(|known| (known.name(), scope_of(known))).collect();
        tools.sort_unstable();
        let documented: Vec<(&str, String)> =
            documented.iter().map(|(name, scope)| (*name, (*scope).to_owned())).collect();
        assert_eq!(documented, tools);
    }
}
