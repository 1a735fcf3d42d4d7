//! Reads the `robots.txt` of a domain.

use askline_domain::pages::robots_txt::MAX_ROBOTS_BYTES;
use url::Url;

use crate::outgoing::{Outgoing, OutgoingError, Page};

/// What a domain answers at a path: without TLS if nobody answers with it; `None` if that is no address.
pub(crate) async fn by_either_scheme<F: Future<Output = Result<Page, OutgoingError>>>(
    domain: &str,
    path: &str,
    get: impl Fn(Url) -> F,
) -> Option<Result<Page, OutgoingError>> {
    let address = |scheme: &str| Url::parse(&format!("{scheme}://{domain}{path}")).ok();
    match get(address("https")?).await {
        Err(OutgoingError::NoAnswer(_) | OutgoingError::TimedOut) => Some(get(address("http")?).await),
        answer => Some(answer),
    }
}

/// The file of a domain, empty if the domain has no such file; `None` if that cannot be known.
pub async fn read_robots_file(outgoing: &Outgoing, domain: &str) -> Option<String> {
    let get = |url| outgoing.get_beginning(url, MAX_ROBOTS_BYTES);
    let page = by_either_scheme(domain, "/robots.txt", get).await?.ok()?;
    match page.status {
        200..300 => Some(page.body.replace('\0', "")),
        // RFC 9309, section 2.3.1.3: without a file, everything is allowed.
        400..500 if page.status != 429 => Some(String::new()),
        _ => None,
    }
}
