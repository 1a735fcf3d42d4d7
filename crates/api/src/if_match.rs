//! `If-Match`: a change that was made on an older state is refused, so that nobody's work goes unseen. RFC 9110,
//! section 13.1.1. What a state is called is told by its resource: a prompt's `version`, a rule's `updatedAt`.

use axum::http::{HeaderMap, HeaderValue, header};

use crate::error::{ApiError, Code};

/// The entity tag of a state. `state` is of visible ASCII without quotes: a number, a moment.
pub(crate) fn tag_of(state: &str) -> HeaderValue {
    HeaderValue::try_from(format!("\"{state}\"")).expect("visible characters and quotes")
}

/// Refuses with 412 when `If-Match` names other states than the present one. Absent and `*` name every state.
pub(crate) fn check_if_match(headers: &HeaderMap, present: &str) -> Result<(), ApiError> {
    let mut tags = headers.get_all(header::IF_MATCH).iter().peekable();
    if tags.peek().is_none() {
        return Ok(());
    }
    // What is no text is no tag of ours: it must not pass for an absent header.
    let names_it = |value: &HeaderValue| {
        value.to_str().unwrap_or("").split(',').map(str::trim).any(|tag| tag == "*" || opaque(tag) == present)
    };
    match tags.any(names_it) {
        true => Ok(()),
        false => Err(ApiError::new(
            Code::PreconditionFailed,
            format!("It was changed meanwhile and is at {present} now. Read it, then repeat the change."),
        )),
    }
}

fn opaque(tag: &str) -> &str {
    tag.strip_prefix("W/").unwrap_or(tag).trim_matches('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passes(tags: &[&str]) -> bool {
        let mut headers = HeaderMap::new();
        for tag in tags {
            headers.append(header::IF_MATCH, HeaderValue::from_bytes(tag.as_bytes()).expect("a header"));
        }
        check_if_match(&headers, "7").is_ok()
    }

    #[test]
    fn one_of_several_tags_is_enough_and_none_of_ours_is_no_way_around() {
        assert!(passes(&[]));
        assert!(passes(&["*"]));
        assert!(passes(&["\"7\""]));
        assert!(passes(&["\"6\", \"7\""]));
        assert!(passes(&["\"6\"", "W/\"7\""]));
        assert!(!passes(&["\"6\""]));
        assert!(!passes(&[""]));
        assert!(!passes(&["\u{e9}"]));
        assert!(!passes(&["\"77\""]));
    }
}
