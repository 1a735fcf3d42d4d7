//! Entity tags: whether the caller already has the current data. RFC 9110, section 13.1.2.

use axum::http::{HeaderMap, HeaderValue, header};

/// Whether `If-None-Match` names this tag. The comparison is weak: a tag identifies the data, while the request id in the
/// envelope differs each time.
pub(crate) fn is_at_hand(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    let Ok(tag) = tag.to_str() else { return false };
    let named = headers.get_all(header::IF_NONE_MATCH);
    named.iter().filter_map(|value| value.to_str().ok()).any(|tags| matches_any(tags, tag))
}

fn matches_any(tags: &str, tag: &str) -> bool {
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    tags.trim() == "*" || tags.split(',').any(|named| opaque(named) == opaque(tag))
}

#[cfg(test)]
mod tests {
    use super::matches_any;

    #[test]
    fn tags_are_compared_weakly_and_one_of_several_is_enough() {
        assert!(matches_any("W/\"7-ab\"", "W/\"7-ab\""));
        assert!(matches_any("\"x\", \"7-ab\"", "W/\"7-ab\""));
        assert!(matches_any("*", "W/\"7-ab\""));
        assert!(!matches_any("\"7-ac\"", "W/\"7-ab\""));
    }
}
