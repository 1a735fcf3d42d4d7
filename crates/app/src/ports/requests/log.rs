//! The stored log of requests with API keys, and how often each key is used.

use askline_domain::{
    requests::log::{KeyUse, LoggedRequest},
    shared::{
        calendar::Day,
        ids::{KeyId, OrgId, RequestId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;

use crate::ports::StoreResult;

/// Which requests are returned; `None` matches any.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RequestFilter {
    /// With this key.
    pub key: Option<KeyId>,
    /// With this status.
    pub status: Option<u16>,
    /// To this route: its path with `{parameters}`.
    pub route: Option<String>,
}

/// The newest request that is beyond a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestLogEnd {
    /// The key whose limit it is; `None` for that of the instance.
    pub key: Option<KeyId>,
    /// The request.
    pub last: RequestId,
}

/// Requests with API keys. They are written in batches, and no other data depends on them.
#[async_trait]
pub trait RequestLog: Send + Sync + 'static {
    /// Stores a batch: requests, and uses that are added to the stored ones, in one transaction.
    async fn record_requests(&self, requests: &[LoggedRequest], uses: &[KeyUse]) -> StoreResult<()>;
    /// One request of an organization.
    async fn logged_request(&self, org: OrgId, id: RequestId) -> StoreResult<Option<LoggedRequest>>;
    /// The requests of an organization, newest first.
    async fn logged_requests(
        &self,
        org: OrgId,
        filter: &RequestFilter,
        page: PageRequest,
    ) -> StoreResult<Page<LoggedRequest>>;
    /// The uses of a key from a day on, by day, route and status.
    async fn key_uses(&self, org: OrgId, key: KeyId, from: Day) -> StoreResult<Vec<KeyUse>>;
    /// Where the log is cut so that the newest `of_key` requests of each key and the newest `of_all` of the instance stay. Reads the
    /// log in statements of bounded work.
    async fn request_log_ends(&self, of_key: u32, of_all: u32) -> StoreResult<Vec<RequestLogEnd>>;
    /// Removes the oldest requests up to an end, at most `most`; returns how many.
    async fn remove_requests(&self, end: &RequestLogEnd, most: u32) -> StoreResult<u64>;
    /// Removes uses before a day, at most `most`; returns how many.
    async fn remove_uses(&self, before: Day, most: u32) -> StoreResult<u64>;
}
