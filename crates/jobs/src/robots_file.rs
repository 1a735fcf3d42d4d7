//! Reads the `robots.txt` of a domain.

use askline_domain::pages::robots_txt::MAX_ROBOTS_BYTES;
use url::Url;

use crate::outgoing::{Outgoing, OutgoingError};

/// The file of a domain, empty if the domain has no such file; `None` if that cannot be known.
pub async fn read_robots_file(outgoing: &Outgoing, domain: &str) -> Option<String> {
    let address = |scheme: &str| Url::parse(&format!("{scheme}://{domain}/robots.txt")).ok();
    let mut answer = outgoing.get_beginning(address("https")?, MAX_ROBOTS_BYTES).await;
    if let Err(OutgoingError::NoAnswer(_) | OutgoingError::TimedOut) = answer {
        answer = outgoing.get_beginning(address("http")?, MAX_ROBOTS_BYTES).await;
    }
    let page = answer.ok()?;
    match page.status {
        200..300 => Some(page.body.replace('\0', "")),
        // RFC 9309, section 2.3.1.3: without a file, everything is allowed.
        400..500 if page.status != 429 => Some(String::new()),
        _ => None,
    }
}
