//! The tools: one for each operation that a key can read by. Names, words and schemas are the API's own.

use std::sync::LazyLock;

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
        ListToolsResult, MetaObject, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
    },
    service::RequestContext,
};
use serde_json::{Map, Value};

use askline_api::{
    read_operations::{ReadOperation, read_operations},
    routes,
};
use askline_domain::scope::ScopeSet;

use super::api_caller::{ApiAnswer, ApiCaller};
use crate::VERSION;

/// How long a client may keep the list of tools: it changes with the key and with a new version of this service.
const LIST_KEPT_MS: u64 = 300_000;

const INSTRUCTIONS: &str = "Askline counts how readers of a website use AI assistants: presses of AI and share buttons, \
    suggested questions, visits from assistants, pages. All tools read. Begin with list_sites, which gives the siteId that \
    most tools ask for. Days are calendar dates of the site's time zone. A list goes on while pagination.hasMore is true: \
    pass pagination.nextCursor as cursor.";

/// Made at the first message, so that a service that nobody asks this way pays nothing.
static TOOLS: LazyLock<Vec<(ReadOperation, Tool)>> = LazyLock::new(|| {
    read_operations(&routes::table())
        .into_iter()
        .map(|operation| {
            let tool = tool_of(&operation);
            (operation, tool)
        })
        .collect()
});

fn tool_of(operation: &ReadOperation) -> Tool {
    let policy = operation.policy;
    let description = match operation.scope() {
        Some(scope) => format!("{}. Needs a key with the scope {scope}.", policy.summary),
        None => format!("{}. Needs any valid key.", policy.summary),
    };
    let hints = ToolAnnotations::with_title(policy.summary).read_only(true).idempotent(true).open_world(false);
    Tool::new(policy.operation, description, operation.input_schema()).with_annotations(hints)
}

/// The name of a tool, if there is such a tool.
pub(super) fn known(name: &str) -> Option<&'static str> {
    TOOLS.iter().map(|(operation, _)| operation.policy.operation).find(|known| *known == name)
}

/// Who calls, beside the message.
#[derive(Clone)]
pub(super) struct ToolCall {
    pub(super) caller: ApiCaller,
    /// What the key may do; `None` for a call, whose route finds out itself.
    pub(super) scopes: Option<ScopeSet>,
}

/// Answers messages. Holds nothing: everything comes with the request.
pub(super) struct Tools;

impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("askline", VERSION))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        if request.is_some_and(|request| request.cursor.is_some()) {
            return Err(ErrorData::invalid_params("cursor: there is one page of tools.", None));
        }
        let scopes = call_of(&context)?.scopes.unwrap_or_default();
        let granted = TOOLS
            .iter()
            .filter(|(operation, _)| operation.scope().is_none_or(|scope| scopes.grants(scope)))
            .map(|(_, tool)| tool.clone());
        Ok(ListToolsResult::with_all_items(granted.collect())
            .with_ttl_ms(LIST_KEPT_MS)
            .with_cache_scope(CacheScope::Private))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let call = call_of(&context)?;
        let Some((operation, _)) = TOOLS.iter().find(|(operation, _)| operation.policy.operation == request.name)
        else {
            return Err(ErrorData::invalid_params("name: there is no such tool. tools/list has them all.", None));
        };
        let result = match operation.target(&request.arguments.unwrap_or_default()) {
            Ok(target) => result_of(call.caller.get(&target).await),
            Err(error) => failed(error.to_json()),
        };
        Ok(result.into())
    }
}

fn call_of(context: &RequestContext<RoleServer>) -> Result<&ToolCall, ErrorData> {
    let parts = context.extensions.get::<axum::http::request::Parts>();
    parts
        .and_then(|parts| parts.extensions.get())
        .ok_or_else(|| ErrorData::internal_error("The request came by another way than /mcp.", None))
}

/// `data` as structured content, with `pagination` beside `items` in a list; `meta` whole as the result's `_meta`.
fn result_of(answer: ApiAnswer) -> CallToolResult {
    let ApiAnswer { mut data, error, meta } = answer;
    let mut result = match error {
        Value::Null => {
            // An assistant sees no `_meta`, and could not read on.
            if let (Some(data), Some(pagination)) = (data.as_object_mut(), meta.get("pagination")) {
                data.insert("pagination".into(), pagination.clone());
            }
            CallToolResult::structured(data)
        }
        error => failed(error),
    };
    result.meta = meta.as_object().map(|meta: &Map<String, Value>| MetaObject(meta.clone()));
    result
}

/// The envelope's `error`: its code and message as text, all of it as structured content.
fn failed(error: Value) -> CallToolResult {
    let [code, message] = ["code", "message"].map(|name| error[name].as_str().unwrap_or_default().to_owned());
    let mut result = CallToolResult::error(vec![ContentBlock::text(format!("{code}: {message}"))]);
    result.structured_content = Some(error);
    result
}
