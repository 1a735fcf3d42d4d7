//! Documents about the service itself: the OpenAPI document and the short guide for language models.

use std::sync::LazyLock;

use bytes::Bytes;

use crate::{
    caller::{Call, NoTenant},
    error::ApiError,
    input::{Input, Nothing},
    openapi,
    reply::Reply,
    routes,
};

/// The OpenAPI document as JSON text. The same for every instance of a version, and made when it is first asked for: most
/// servers never are, and it costs memory and a good part of the start.
pub fn openapi_json() -> Bytes {
    static DOCUMENT: LazyLock<Bytes> = LazyLock::new(|| {
        let document = openapi::document(&routes::table(), env!("CARGO_PKG_VERSION"));
        serde_json::to_vec(&document).expect("a JSON value is JSON").into()
    });
    DOCUMENT.clone()
}

/// `GET /api/v1/openapi.json`
pub async fn show_openapi(_: Call<NoTenant>, _: Input) -> Result<Reply<Nothing>, ApiError> {
    use axum::http::{HeaderValue, header};
    // The first time it is made, which takes longer than others should wait for a thread.
    let document = tokio::task::spawn_blocking(openapi_json).await.map_err(ApiError::internal)?;
    Ok(Reply::download("application/json", document)
        .header(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=300")))
}

/// `/llms.txt`: what the service is and how to call it, for language models. Form: <https://llmstxt.org>.
pub fn llms_txt() -> String {
    let mut text = String::from(
        "# Askline\n\n\
         > A self-hosted service that tells website owners how AI assistants meet their site: a widget with AI buttons, \
         event counters, AI referrals, prompts, and a REST API with scoped keys.\n\n\
         - Every response of `/api/v1` is JSON `{ data, error, meta }`; errors have a stable `error.code`.\n\
         - Send `Authorization: Bearer ak_…` (an API key) or `st_…` (a session token).\n\
         - On 429 wait `Retry-After` seconds.\n\
         - Assistants can ask by tools: `POST /mcp` (Model Context Protocol, streamable HTTP), with the same key.\n\n\
         ## Documents\n\n\
         - [OpenAPI 3.1 document](/api/v1/openapi.json): every operation, parameter, response and error\n\
         - [API reference](/docs): the same, to be read\n\
         - [Error codes](/docs/errors): what each code means and what to do\n\n\
         ## Operations\n\n",
    );
    for policy in routes::table().policies() {
        text.push_str(&format!("- `{} {}`: {}\n", policy.method, policy.path, policy.summary));
    }
    text
}
