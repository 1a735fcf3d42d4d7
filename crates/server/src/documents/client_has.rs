//! Reads `If-None-Match`: what the client already has.

use axum::http::{HeaderMap, HeaderValue, header};

/// Whether the client already has this version.
pub(super) fn is_known(headers: &HeaderMap, etag: &HeaderValue) -> bool {
    let ours = etag.as_bytes();
    headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .flat_map(|value| value.as_bytes().split(|byte| *byte == b','))
        .map(<[u8]>::trim_ascii)
        .any(|tag| tag == b"*" || tag == ours || tag == ours.trim_ascii_start().strip_prefix(b"W/").unwrap_or(ours))
}
