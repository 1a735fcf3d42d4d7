//! Reads `robots.txt` of each site with a log source once a day. Reports say what it forbids.

use askline_app::ports::{StoreResult, whole_stores::Metadata};
use askline_domain::pages::robots_txt::MAX_ROBOTS_BYTES;
use askline_jobs::outgoing::{Outgoing, OutgoingError};
use jiff::{SignedDuration, Timestamp};
use url::Url;

/// How often a file is read.
const READ_EVERY: SignedDuration = SignedDuration::from_hours(24);
/// The maximum number of files that are read at once.
const MAX_SITES: u32 = 500;

/// Reads the files that nobody tried to read for a day. Of one that cannot be read, the stored copy stays in use. Returns how many were
/// read.
pub async fn read_due(metadata: &dyn Metadata, outgoing: &Outgoing, now: Timestamp) -> StoreResult<u64> {
    let mut read = 0;
    for (site, domain) in metadata.robots_files_due(now - READ_EVERY, MAX_SITES).await? {
        let body = read_file(outgoing, &domain).await;
        read += u64::from(body.is_some());
        metadata.put_robots_file(site, body.as_deref(), now).await?;
    }
    Ok(read)
}

/// The file of a domain, empty if the domain has no such file; `None` if that cannot be known.
async fn read_file(outgoing: &Outgoing, domain: &str) -> Option<String> {
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
