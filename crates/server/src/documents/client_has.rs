//! What a client says that it has and reads: `If-None-Match` and `Accept-Encoding`.

use axum::http::{HeaderMap, HeaderValue, header};

/// Whether the client reads the encoding.
pub(super) fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    headers
        .get_all(header::ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|text| text.split(','))
        .any(|part| {
            let (name, quality) = part.split_once(';').unwrap_or((part, ""));
            let refused = quality.trim().strip_prefix("q=").is_some_and(|q| q.trim().parse() == Ok(0.0_f32));
            name.trim().eq_ignore_ascii_case(encoding) && !refused
        })
}

/// Whether the client has this version already.
pub(super) fn is_known(headers: &HeaderMap, etag: &HeaderValue) -> bool {
    let ours = etag.as_bytes();
    headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .flat_map(|value| value.as_bytes().split(|byte| *byte == b','))
        .map(<[u8]>::trim_ascii)
        .any(|tag| tag == b"*" || tag == ours || tag == ours.trim_ascii_start().strip_prefix(b"W/").unwrap_or(ours))
}
