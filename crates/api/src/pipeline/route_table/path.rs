//! The path of a route; its type says which object the path names. A route about a site does not compile if its path has no
//! `{siteId}`.

/// A path without an object by which an organization could be found.
pub const OF_NOBODY: u8 = 0;
/// A path with `{siteId}`.
pub const OF_SITE: u8 = 1;
/// A path with `{orgId}`.
pub const OF_ORGANIZATION: u8 = 2;
/// A path with `{keyId}`.
pub const OF_KEY: u8 = 3;
/// A path with `{webhookId}`.
pub const OF_WEBHOOK: u8 = 4;
/// A path with `{jobId}`.
pub const OF_JOB: u8 = 5;
/// A path with `{channelId}`.
pub const OF_CHANNEL: u8 = 6;
/// A path with `{recipientId}`.
pub const OF_RECIPIENT: u8 = 7;

pub(crate) const SITE: &str = "siteId";
pub(crate) const ORGANIZATION: &str = "orgId";
pub(crate) const KEY: &str = "keyId";
pub(crate) const WEBHOOK: &str = "webhookId";
pub(crate) const JOB: &str = "jobId";
pub(crate) const CHANNEL: &str = "channelId";
pub(crate) const RECIPIENT: &str = "recipientId";

/// A path, and which of these objects it names. Created by [`at!`](crate::at).
#[derive(Debug, Clone, Copy)]
pub struct At<const OWNER: u8>(&'static str);

impl<const OWNER: u8> At<OWNER> {
    /// Creates a path. [`at!`](crate::at) determines the object. Panics if the path names another one.
    #[doc(hidden)]
    pub const fn new(path: &'static str) -> Self {
        assert!(owner_in(path) == OWNER, "the path names another owner");
        Self(path)
    }

    pub(crate) const fn path(self) -> &'static str {
        self.0
    }
}

/// The path of a route, in axum's syntax: `at!("/api/v1/sites/{siteId}")`.
#[macro_export]
macro_rules! at {
    ($path:literal) => {
        $crate::pipeline::route_table::path::At::<{ $crate::pipeline::route_table::path::owner_in($path) }>::new($path)
    };
}

/// Which object a path names.
pub const fn owner_in(path: &str) -> u8 {
    let owners = [
        (SITE, OF_SITE),
        (ORGANIZATION, OF_ORGANIZATION),
        (KEY, OF_KEY),
        (WEBHOOK, OF_WEBHOOK),
        (JOB, OF_JOB),
        (CHANNEL, OF_CHANNEL),
        (RECIPIENT, OF_RECIPIENT),
    ];
    let mut place = 0;
    while place < owners.len() {
        if has_parameter(path.as_bytes(), owners[place].0.as_bytes()) {
            return owners[place].1;
        }
        place += 1;
    }
    OF_NOBODY
}

/// Whether `{name}` is in the path.
const fn has_parameter(path: &[u8], name: &[u8]) -> bool {
    let mut start = 0;
    while start + name.len() + 2 <= path.len() {
        let end = start + 1 + name.len();
        if path[start] == b'{' && path[end] == b'}' {
            let mut same = 0;
            while same < name.len() && path[start + 1 + same] == name[same] {
                same += 1;
            }
            if same == name.len() {
                return true;
            }
        }
        start += 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_owner_is_the_parameter_that_is_named_in_full() {
        for (path, owner) in [
            ("/api/v1/sites/{siteId}", OF_SITE),
            ("/api/v1/prompts/{siteId}/{promptId}", OF_SITE),
            ("/api/v1/orgs/{orgId}/members/{userId}", OF_ORGANIZATION),
            ("/api/v1/keys/{keyId}/rotate", OF_KEY),
            ("/api/v1/webhooks/{webhookId}", OF_WEBHOOK),
            ("/api/v1/jobs/{jobId}", OF_JOB),
            ("/api/v1/sites/siteId", OF_NOBODY),
            ("/api/v1/sites/{siteIds}", OF_NOBODY),
            ("/api/v1/sites/{siteId", OF_NOBODY),
            ("/api/v1/me", OF_NOBODY),
            ("", OF_NOBODY),
        ] {
            assert_eq!(owner_in(path), owner, "{path}");
        }
    }
}
