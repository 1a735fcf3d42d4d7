//! Links whose `#` was escaped on its way: pages for signing in, and shared links.
//!
//! Some mail gateways do so: `/join%23inv_…`. The one-time token is then a part of the path. It is cut off before anything can log the path; the page takes it from
//! its own address, and removes it there.

use axum::{
    extract::Request,
    http::{Uri, uri::PathAndQuery},
};

use crate::own_addresses::{SHARED_PAGE, SIGN_IN_PAGES};

/// A `#`, escaped once and twice.
const ESCAPED: [&str; 2] = ["%23", "%2523"];

/// Marks a request whose path contained a token, so that its page sends no referrer.
#[derive(Debug, Clone, Copy)]
pub struct EscapedFragment;

/// Cuts an escaped fragment off the path of a page for signing in, or of the one that shows a shared link.
pub fn cut(request: &mut Request) {
    let Some(page) = page_of(request.uri().path()) else { return };
    let Ok(path) = PathAndQuery::try_from(format!("/{page}")) else { return };
    let mut parts = request.uri().clone().into_parts();
    parts.path_and_query = Some(path);
    if let Ok(uri) = Uri::from_parts(parts) {
        *request.uri_mut() = uri;
        request.extensions_mut().insert(EscapedFragment);
    }
}

fn page_of(path: &str) -> Option<&'static str> {
    let (page, _) = ESCAPED.into_iter().find_map(|escaped| path.split_once(escaped))?;
    let page = page.strip_prefix('/')?;
    SIGN_IN_PAGES.into_iter().chain([SHARED_PAGE]).find(|known| *known == page.strip_suffix('/').unwrap_or(page))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    fn cut_uri(uri: &str) -> (String, bool) {
        let mut request = Request::new(Body::empty());
        *request.uri_mut() = uri.parse().expect("an address");
        cut(&mut request);
        (request.uri().to_string(), request.extensions().get::<EscapedFragment>().is_some())
    }

    #[test]
    fn the_token_is_cut_off_the_path_of_every_page_for_signing_in() {
        for page in SIGN_IN_PAGES {
            for rest in ["%23inv_0a", "/%23inv_0a", "%2523inv_0a", "%23inv_0a?utm_source=mail", "%23inv_0a/b%23c"] {
                assert_eq!(cut_uri(&format!("/{page}{rest}")), (format!("/{page}"), true), "{page}{rest}");
            }
        }
        let whole = cut_uri("https://askline.example.com/join%23inv_0a");
        assert_eq!(whole, ("https://askline.example.com/join".to_owned(), true));
    }

    #[test]
    fn other_addresses_stay_as_they_are() {
        for uri in ["/", "/join", "/join?a=%23b", "/sites/%23a", "/api/v1/sites%23a", "/widget.js%23a", "/joiner%23a"] {
            assert_eq!(cut_uri(uri), (uri.to_owned(), false), "{uri}");
        }
    }
}
