//! The log of requests with API keys, and how often each key is used. Neither has bodies, addresses or query strings.

use jiff::Timestamp;

use crate::shared::{
    calendar::Day,
    ids::{KeyId, OrgId, RequestId},
};

/// For how many days the uses of a key are kept, today included.
pub const USE_DAYS: i32 = 90;
/// How many requests of a key are kept, the newest.
pub const MAX_REQUESTS_OF_KEY: u32 = 10_000;
/// How many requests of an instance are kept, the newest.
pub const MAX_REQUESTS: u32 = 1_000_000;

/// A request with an API key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedRequest {
    /// Its id.
    pub id: RequestId,
    /// The organization of the key.
    pub org_id: OrgId,
    /// The key.
    pub key_id: KeyId,
    /// When it arrived.
    pub at: Timestamp,
    /// The method.
    pub method: String,
    /// The path of the route, with `{parameters}`.
    pub route: String,
    /// The status of the response.
    pub status: u16,
    /// The code of the error; `None` for a success.
    pub code: Option<String>,
    /// The time until the response began, in whole milliseconds.
    pub duration_ms: u32,
}

/// How often a key was used on a day (UTC), on one route and with one status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyUse {
    /// The organization of the key.
    pub org_id: OrgId,
    /// The key.
    pub key_id: KeyId,
    /// The day.
    pub day: Day,
    /// The method.
    pub method: String,
    /// The path of the route, with `{parameters}`.
    pub route: String,
    /// The status of the responses.
    pub status: u16,
    /// The number of requests.
    pub requests: u64,
}
