//! Reads a JSON-RPC 2.0 message, only as far as counting or refusing it requires. The SDK reads the rest.

use axum::{
    body::Body,
    http::{HeaderMap, header},
};
use bytes::Bytes;
use http_body_util::BodyExt as _;
use rmcp::model::ClientJsonRpcMessage;
use serde_json::Value;

use askline_api::pipeline::{
    error::{ApiError, Code},
    request::slow_body,
};

use super::{prompts, refusal::Refusal, tools};

/// The methods that the log may name. Any other method is text from outside.
const METHODS: [&str; 9] = [
    "initialize",
    "notifications/initialized",
    "ping",
    "server/discover",
    "tools/list",
    "tools/call",
    "prompts/list",
    "prompts/get",
    COMPLETE,
];
const COMPLETE: &str = "completion/complete";

/// A message.
pub(super) struct Message {
    /// The body as it was received.
    pub(super) bytes: Bytes,
    /// Null for a notification.
    pub(super) id: Value,
    method: String,
    /// The tool that is called, if it exists.
    pub(super) tool: Option<&'static str>,
    /// Whether a site's id is to be completed, which needs a request to the API.
    pub(super) completes_site: bool,
}

impl Message {
    /// Reads a body of at most `most` bytes.
    pub(super) async fn read(headers: &HeaderMap, body: Body, most: usize) -> Result<Self, Refusal> {
        let too_large =
            || Refusal::of(ApiError::new(Code::PayloadTooLarge, format!("A message may have at most {most} bytes.")));
        let announced = headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
        if announced.is_some_and(|length| length > most as u64) {
            return Err(too_large());
        }
        if !is_json(headers) {
            let error = ApiError::new(Code::UnsupportedMediaType, "Send Content-Type: application/json.");
            return Err(Refusal::of(error));
        }
        let bytes = match http_body_util::Limited::new(body, most).collect().await {
            Ok(collected) => collected.to_bytes(),
            Err(error) if error.is::<http_body_util::LengthLimitError>() => return Err(too_large()),
            Err(error) => return Err(Refusal::of(slow_body::unread(&*error))),
        };
        Self::parse(bytes)
    }

    fn parse(bytes: Bytes) -> Result<Self, Refusal> {
        let message: Value = serde_json::from_slice(&bytes).map_err(|error| {
            let text = format!("The body is not JSON: line {}, column {}.", error.line(), error.column());
            Refusal::unreadable(ApiError::new(Code::BadRequest, text))
        })?;
        let invalid = |text: &str| Refusal::no_request(ApiError::new(Code::BadRequest, text));
        if message.is_array() {
            return Err(invalid("Send one message at a time; there are no batches."));
        }
        let id = message.get("id").cloned().unwrap_or_default();
        if !(id.is_null() || id.is_string() || id.is_i64()) {
            return Err(invalid("id: must be a string or a whole number."));
        }
        if message["jsonrpc"] != "2.0" {
            return Err(invalid("jsonrpc: must be \"2.0\".").answering(id));
        }
        let Some(method) = message["method"].as_str() else {
            return Err(invalid("method: must name a method.").answering(id));
        };
        let tool = match method {
            "tools/call" => called_tool(&message["params"]).map_err(|refusal| refusal.answering(id.clone()))?,
            _ => None,
        };
        // For what it cannot read, the SDK would respond with messages of its own.
        if serde_json::from_slice::<ClientJsonRpcMessage>(&bytes).is_err() {
            return Err(invalid("params: do not fit the method, or id is null.").answering(id));
        }
        let (prompt, argument) = (&message["params"]["ref"]["name"], &message["params"]["argument"]["name"]);
        let completes_site =
            method == COMPLETE && prompts::completes(prompt.as_str(), argument.as_str().unwrap_or_default());
        Ok(Self { id, method: method.to_owned(), tool, completes_site, bytes })
    }

    /// The method, or `other` if this server does not know it.
    pub(super) fn known_method(&self) -> &'static str {
        METHODS.into_iter().find(|known| *known == self.method).unwrap_or("other")
    }
}

/// Whether the body is JSON. RFC 9110 allows parameters after the type.
fn is_json(headers: &HeaderMap) -> bool {
    let media_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()?.split(';').next());
    media_type.is_some_and(|text| text.trim().eq_ignore_ascii_case("application/json"))
}

fn called_tool(params: &Value) -> Result<Option<&'static str>, Refusal> {
    let invalid = |text: &str| Refusal::parameters(ApiError::new(Code::BadRequest, text));
    let name = params["name"].as_str().ok_or_else(|| invalid("params.name: must name a tool."))?;
    match params.get("arguments") {
        None | Some(Value::Object(_)) => Ok(tools::known(name).map(tools::KnownTool::name)),
        Some(_) => Err(invalid("params.arguments: must be an object.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::StatusCode;

    async fn check_refused(text: &'static str, code: i32, says: &str) {
        let refusal = Message::parse(Bytes::from_static(text.as_bytes())).err().expect(text);
        let response = refusal.into_response();
        assert_eq!(response.status(), StatusCode::BAD_REQUEST, "{text}");
        let body = response.into_body().collect().await.expect("a body").to_bytes();
        let body: Value = serde_json::from_slice(&body).expect("JSON");
        assert_eq!((&body["jsonrpc"], &body["error"]["code"]), (&Value::from("2.0"), &Value::from(code)), "{text}");
        assert!(body["error"]["message"].as_str().expect("a message").contains(says), "{body}");
    }

    #[tokio::test]
    async fn what_is_no_message_is_refused_with_the_number_of_json_rpc_and_the_reason() {
        check_refused("{", -32_700, "line 1, column 1").await;
        check_refused("", -32_700, "not JSON").await;
        check_refused("[]", -32_600, "batches").await;
        check_refused("\"text\"", -32_600, "jsonrpc").await;
        check_refused(r#"{"jsonrpc":"1.0","method":"ping"}"#, -32_600, "jsonrpc").await;
        check_refused(r#"{"jsonrpc":"2.0","id":1}"#, -32_600, "method").await;
        check_refused(r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32_600, "id").await;
        check_refused(r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32_600, "id").await;
        check_refused(r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32_600, "id").await;
        check_refused(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, -32_602, "params.name").await;
        let listed = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_sites","arguments":[]}}"#;
        check_refused(listed, -32_602, "params.arguments").await;
    }

    #[test]
    fn only_known_tools_and_methods_are_named_further_on() {
        let parsed = |text: &'static str| Message::parse(Bytes::from_static(text.as_bytes())).expect(text);
        let known = parsed(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_sites"}}"#);
        assert_eq!((known.known_method(), known.tool), ("tools/call", Some("list_sites")));
        let strange = parsed(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"revoke_api_key"}}"#);
        assert_eq!(strange.tool, None);
        assert_eq!(parsed(r#"{"jsonrpc":"2.0","method":"secrets/tell"}"#).known_method(), "other");
    }
}
