//! Reads `Accept-Encoding`: the encodings that a client accepts.

use axum::http::{HeaderMap, header};

/// Whether the client names the encoding and accepts it; `*` is ignored.
pub fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    headers
        .get_all(header::ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|text| text.split(','))
        .any(|part| {
            let mut parameters = part.split(';');
            let name = parameters.next().unwrap_or_default();
            let refuses = |parameter: &str| {
                let (name, value) = parameter.split_once('=').unwrap_or_default();
                name.trim().eq_ignore_ascii_case("q") && value.trim().parse() == Ok(0.0_f32)
            };
            name.trim().eq_ignore_ascii_case(encoding) && !parameters.any(refuses)
        })
}
