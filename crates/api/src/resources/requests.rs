//! The log of requests with API keys: what each asked for and how it ended. No bodies, no addresses.

use askline_app::{ports::requests::log::RequestFilter, present_fields::every_field_present};
use askline_domain::{
    requests::log::LoggedRequest,
    shared::{
        ids::{Id as _, KeyId, RequestId},
        paging::{MAX_PAGE_ROWS, PAGE_ROWS_DEFAULT},
        rfc3339::Moment,
    },
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::pipeline::handling::{ApiError, Call, Caller, Input, Items, Nothing, OrgAccess, PageQuery, Reply};

/// The lowest status of HTTP.
const LOWEST_STATUS: u16 = 100;
/// The highest status of HTTP.
const HIGHEST_STATUS: u16 = 599;

/// A request with an API key.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "LoggedRequest", transform = every_field_present)]
pub struct LoggedRequestView {
    /// Its id, as `meta.requestId` and `X-Request-Id` had it.
    pub id: RequestId,
    /// The key.
    pub key_id: KeyId,
    /// When it arrived.
    pub at: Moment,
    /// The method.
    pub method: String,
    /// The path of the operation, with `{parameters}` instead of ids.
    pub route: String,
    /// The status of the response.
    pub status: u16,
    /// The code of the error; null for a success.
    pub code: Option<String>,
    /// The time until the response began, in milliseconds.
    pub duration_ms: u32,
}

/// Filters of the log.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RequestsQuery {
    /// Only requests with this key. A key sees only its own.
    pub key: Option<KeyId>,
    /// Only requests whose response had this status.
    #[schemars(range(min = LOWEST_STATUS, max = HIGHEST_STATUS))]
    pub status: Option<u16>,
    /// Only requests to this operation: its path with `{parameters}`, such as `/api/v1/sites/{siteId}`.
    pub route: Option<String>,
    /// The maximum number of rows on a page, 1 to 200.
    #[schemars(range(min = 1, max = MAX_PAGE_ROWS), extend("default" = PAGE_ROWS_DEFAULT))]
    pub limit: Option<u32>,
    /// `meta.pagination.nextCursor` of the previous page.
    pub cursor: Option<String>,
}

/// The request in the path.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RequestPath {
    /// Its id.
    pub request_id: RequestId,
}

impl From<LoggedRequest> for LoggedRequestView {
    fn from(request: LoggedRequest) -> Self {
        Self {
            id: request.id,
            key_id: request.key_id,
            at: request.at.into(),
            method: request.method,
            route: request.route,
            status: request.status,
            code: request.code,
            duration_ms: request.duration_ms,
        }
    }
}

/// The only key whose requests the caller sees; `None` for an admin, who sees all.
fn own_key(caller: &Caller) -> Option<KeyId> {
    caller.key_id()
}

/// Lists the requests of the organization's keys, newest first; for a key, its own.
pub async fn list_requests(
    call: Call<OrgAccess>,
    input: Input<Nothing, RequestsQuery>,
) -> Result<Reply<Items<LoggedRequestView>>, ApiError> {
    let RequestsQuery { key, status, route, limit, cursor } = input.query;
    let page = PageQuery { limit, cursor }.page()?;
    let own = own_key(&call.caller);
    if let (Some(own), Some(key)) = (own, key)
        && own != key
    {
        return Err(ApiError::not_found("API key"));
    }
    if status.is_some_and(|status| !(LOWEST_STATUS..=HIGHEST_STATUS).contains(&status)) {
        let message = format!("status must be from {LOWEST_STATUS} to {HIGHEST_STATUS}.");
        return Err(ApiError::parameter("status", message));
    }
    let filter = RequestFilter { key: own.or(key), status, route };
    let requests = call.app.ports().request_log.logged_requests(call.tenant.id, &filter, page).await?;
    Ok(Reply::page(requests.map(LoggedRequestView::from), page.limit, |view| view.id.bits()))
}

/// Shows one request of a key of the organization; for a key, one of its own.
pub async fn show_request(
    call: Call<OrgAccess>,
    input: Input<RequestPath>,
) -> Result<Reply<LoggedRequestView>, ApiError> {
    let request = call.app.ports().request_log.logged_request(call.tenant.id, input.path.request_id).await?;
    let is_visible = |request: &LoggedRequest| own_key(&call.caller).is_none_or(|own| own == request.key_id);
    let request = request.filter(is_visible).ok_or_else(|| ApiError::not_found("request"))?;
    Ok(Reply::new(request.into()))
}
