//! The address of the next page of a list, for `Link` (RFC 8288).

use axum::http::HeaderValue;
use url::form_urlencoded;

use crate::pipeline::{caller::RequestTarget, request::cursor::Cursor};

/// The maximum length of the header, in bytes: proxies refuse responses whose headers do not fit into their buffer, of which some
/// have 4 KiB. A longer link is left out; the cursor is in `meta.pagination` anyway.
const MAX_BYTES: usize = 2 * 1024;

/// The link to the page that starts at `cursor`, for the list that was requested with `target`.
pub(crate) fn link_to(target: &RequestTarget, cursor: &Cursor) -> Option<HeaderValue> {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(form_urlencoded::parse(target.query.as_bytes()).filter(|(name, _)| name != "cursor"));
    query.append_pair("cursor", &cursor.to_string());
    let link = format!("<{}?{}>; rel=\"next\"", target.path, query.finish());
    if link.len() > MAX_BYTES { None } else { HeaderValue::try_from(link).ok() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(query: &str) -> Option<String> {
        let target = RequestTarget { path: "/api/v1/sites".into(), query: query.into() };
        let link = link_to(&target, &Cursor::at("c2abc".into()))?;
        Some(link.to_str().expect("a text").to_owned())
    }

    #[test]
    fn the_next_page_has_the_same_parameters_and_the_new_cursor() {
        let expected = "</api/v1/sites?limit=2&q=a+%3E+b&cursor=c2abc>; rel=\"next\"";
        assert_eq!(link("limit=2&cursor=old&q=a%20%3E%20b").as_deref(), Some(expected));
        assert_eq!(link("").as_deref(), Some("</api/v1/sites?cursor=c2abc>; rel=\"next\""));
    }

    #[test]
    fn a_link_that_no_proxy_would_pass_on_is_left_out() {
        assert!(link(&format!("q={}", "a".repeat(1_900))).is_some());
        assert_eq!(link(&format!("q={}", "a".repeat(MAX_BYTES))), None);
    }
}
