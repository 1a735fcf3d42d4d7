//! Reads `Accept-Encoding`: the encodings that a client accepts.

use axum::http::{HeaderMap, header};

/// Whether the client accepts the encoding.
pub fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
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
