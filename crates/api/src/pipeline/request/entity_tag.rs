//! Entity tags: whether the caller already has the current data. RFC 9110, section 13.1.2.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use axum::http::{HeaderMap, HeaderValue, header};

/// Whether `If-None-Match` names this tag. The comparison is weak: a tag identifies the data, while the request id in the
/// envelope differs each time.
pub(crate) fn is_at_hand(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    let Ok(tag) = tag.to_str() else { return false };
    let named = headers.get_all(header::IF_NONE_MATCH);
    named.iter().filter_map(|value| value.to_str().ok()).any(|tags| matches_any(tags, tag))
}

/// The weak tag of content that consists of these parts. It is a 64-bit digest, which no caller has a reason to forge: a collision
/// only shows its own author an earlier answer.
pub(crate) fn weak_tag_of(parts: &[&[u8]]) -> HeaderValue {
    let mut digest = DefaultHasher::new();
    parts.iter().for_each(|part| part.hash(&mut digest));
    HeaderValue::try_from(format!("W/\"{:016x}\"", digest.finish())).expect("hexadecimal digits and quotes")
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
