//! `If-Match`: refuses a change that is based on an outdated version. So nobody overwrites changes that they have not seen (RFC
//! 9110, section 13.1.1). Each resource decides what identifies a version, such as a prompt's `version` or a rule's
//! `updatedAt`.

use axum::http::{HeaderMap, HeaderValue, header};

use crate::pipeline::error::{ApiError, Code};

/// The entity tag of a state. `state` consists of visible ASCII without quotes: a number or a time.
pub(crate) fn tag_of(state: &str) -> HeaderValue {
    HeaderValue::try_from(format!("\"{state}\"")).expect("visible characters and quotes")
}

/// Fails with 412 if `If-Match` does not name the current state, or if `If-None-Match` names it. An absent header is not checked;
/// `*` names every state.
pub(crate) fn check_if_match(headers: &HeaderMap, present: &str) -> Result<(), ApiError> {
    check_if_match_by(headers, present, |tag| tag == present)
}

/// Like [`check_if_match`] for a state with several names: `names_it` says whether a tag, without its quotes, names the current
/// one.
pub(crate) fn check_if_match_by(
    headers: &HeaderMap,
    present: &str,
    names_it: impl Fn(&str) -> bool,
) -> Result<(), ApiError> {
    // A value that is not text is not one of our tags, but it must not count as an absent header.
    let is_present = |value: &HeaderValue| {
        value.to_str().unwrap_or("").split(',').map(str::trim).any(|tag| tag == "*" || names_it(opaque(tag)))
    };
    let mut wanted = headers.get_all(header::IF_MATCH).iter().peekable();
    if wanted.peek().is_some() && !wanted.any(is_present) {
        return Err(changed_meanwhile(present));
    }
    if headers.get_all(header::IF_NONE_MATCH).iter().any(is_present) {
        Err(ApiError::new(
            Code::PreconditionFailed,
            format!("The object is at {present}, which If-None-Match excludes. Nothing was changed."),
        ))
    } else {
        Ok(())
    }
}

/// The error if someone else changed the object first; `present` is the current state.
pub(crate) fn changed_meanwhile(present: &str) -> ApiError {
    ApiError::new(
        Code::PreconditionFailed,
        format!("The object was changed in the meantime and is now at {present}. Read it, then repeat the change."),
    )
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

    #[test]
    fn what_if_none_match_names_is_not_changed() {
        let passes = |tag: &'static str| {
            let headers = HeaderMap::from_iter([(header::IF_NONE_MATCH, HeaderValue::from_static(tag))]);
            check_if_match(&headers, "7").is_ok()
        };
        assert!(passes("\"6\""));
        assert!(!passes("\"6\", W/\"7\""));
        assert!(!passes("*"));
    }
}
