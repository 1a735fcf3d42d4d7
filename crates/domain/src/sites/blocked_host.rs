//! Hosts whose events content blockers stop because of their name.

use url::{Host, Url};

/// First words of hosts that general rules of content blockers name. The snippet's page in the dashboard has the same
/// list (`BLOCKED_HOST` in `snippets.ts`); `testdata/blocked_host_cases.json` tests both.
const BLOCKED: [&str; 10] =
    ["analytics", "matomo", "metrics", "piwik", "plausible", "statistics", "stats", "telemetry", "tracker", "tracking"];

/// Whether content blockers often stop requests to the host of this address.
pub fn is_often_blocked(address: &str) -> bool {
    let url = Url::parse(address).ok();
    let first = url.as_ref().and_then(|url| match url.host() {
        Some(Host::Domain(name)) => name.split_once('.').map(|(first, _)| first.to_owned()),
        _ => None,
    });
    first.is_some_and(|first| BLOCKED.contains(&first.as_str()))
}
