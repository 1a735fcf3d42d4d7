//! Documents about the service itself: the OpenAPI document and the short guide for language models.

use std::sync::LazyLock;

use axum::http::{HeaderValue, header};
use bytes::Bytes;

use crate::{
    caches::packed_data,
    openapi,
    pipeline::{
        handling::{ApiError, Call, Input, NoTenant, Nothing, Reply},
        request::accepted_encoding::accepts,
    },
    routes,
};

/// The OpenAPI document as JSON text. It is the same for every instance of a version, and is created when it is first requested:
/// most servers never send it, and it costs memory and would lengthen the startup.
pub fn openapi_json() -> Bytes {
    static DOCUMENT: LazyLock<Bytes> = LazyLock::new(|| {
        let document = openapi::document(&routes::table(), env!("CARGO_PKG_VERSION"));
        serde_json::to_vec(&document).expect("a JSON value is JSON").into()
    });
    DOCUMENT.clone()
}

/// The compressed document: it is about half a megabyte, and compressing it for each request would block an answering thread for
/// ten milliseconds.
fn packed_openapi_json() -> Option<Bytes> {
    static PACKED: LazyLock<Option<Bytes>> = LazyLock::new(|| packed_data::pack_whole(&openapi_json()));
    PACKED.clone()
}

/// `GET /api/v1/openapi.json`
pub async fn show_openapi(call: Call<NoTenant>, _: Input) -> Result<Reply<Nothing>, ApiError> {
    let reads_packed = accepts(&call.request.headers, packed_data::ENCODING);
    // Creating it the first time takes too long for an answering thread.
    let making = move || match reads_packed.then(packed_openapi_json).flatten() {
        Some(packed) => Reply::download("application/json", packed)
            .header(header::CONTENT_ENCODING, HeaderValue::from_static(packed_data::ENCODING)),
        None => Reply::download("application/json", openapi_json()),
    };
    let document = tokio::task::spawn_blocking(making).await.map_err(ApiError::internal)?;
    Ok(document
        .header(header::VARY, HeaderValue::from_static("Accept-Encoding"))
        .header(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=300")))
}

/// `/llms.txt`: what the service is and how to call it, for language models. Format: <https://llmstxt.org>.
pub fn llms_txt() -> String {
    let mut text = String::from(
        "# Askline\n\n\
         > A self-hosted service that shows website owners how readers and AI assistants use their pages: a widget with AI buttons, \
         event counters, AI referrals, prompts, and a REST API with scoped keys.\n\n\
         - Every response of `/api/v1` is JSON `{ data, error, meta }`; errors have a stable `error.code`.\n\
         - Send `Authorization: Bearer ak_…` (an API key) or `st_…` (a session token).\n\
         - On 429 wait `Retry-After` seconds.\n\
         - Assistants can use tools: `POST /mcp` (Model Context Protocol, streamable HTTP), with the same key.\n\n\
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
