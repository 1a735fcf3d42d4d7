//! Reads `robots.txt` of each site with a log source once a day. Reports say what it forbids.

use askline_app::ports::{StoreResult, whole_stores::Metadata};
use askline_jobs::{outgoing::Outgoing, read_robots_file};
use jiff::{SignedDuration, Timestamp};

/// How often a file is read.
const READ_EVERY: SignedDuration = SignedDuration::from_hours(24);
/// The maximum number of files that are read at once.
const MAX_SITES: u32 = 500;

/// Reads the files that nobody tried to read for a day. Of one that cannot be read, the stored copy stays in use. Returns how many were
/// read.
pub async fn read_due(metadata: &dyn Metadata, outgoing: &Outgoing, now: Timestamp) -> StoreResult<u64> {
    let mut read = 0;
    for (site, domain) in metadata.robots_files_due(now - READ_EVERY, MAX_SITES).await? {
        let body = read_robots_file(outgoing, &domain).await;
        read += u64::from(body.is_some());
        metadata.put_robots_file(site, body.as_deref(), now).await?;
    }
    Ok(read)
}
