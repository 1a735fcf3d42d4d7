//! `GET /keys/:id/usage`: how often a key was used, by day, route and status.

use askline_domain::{
    requests::log::{KeyUse, USE_DAYS},
    shared::calendar::Day,
};
use jiff::tz::TimeZone;
use schemars::JsonSchema;
use serde::Serialize;

use super::KeyPath;
use crate::pipeline::handling::{ApiError, Call, Input, OrgAccess, Reply};

/// How often a key was used.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "KeyUsage")]
pub struct KeyUsage {
    /// The first day (UTC) that is counted.
    pub from: String,
    /// The last day (UTC): today.
    pub to: String,
    /// The number of requests in these days.
    pub requests: u64,
    /// The requests by day, route and status, the oldest day first. Days without a request are left out.
    pub uses: Vec<KeyUseView>,
}

/// The requests of a key on one day, to one route and with one status.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "KeyUse")]
pub struct KeyUseView {
    /// The day (UTC).
    #[schemars(extend("format" = "date"))]
    pub date: String,
    /// The method.
    pub method: String,
    /// The path of the operation, with `{parameters}` instead of ids.
    pub route: String,
    /// The status of the responses.
    pub status: u16,
    /// The number of requests.
    pub requests: u64,
}

impl From<KeyUse> for KeyUseView {
    fn from(one: KeyUse) -> Self {
        let KeyUse { day, method, route, status, requests, .. } = one;
        Self { date: day.date().to_string(), method, route, status, requests }
    }
}

/// Shows how often a key was used in the last 90 days. Uses of the last seconds may not be counted yet.
pub async fn show_key_usage(call: Call<OrgAccess>, input: Input<KeyPath>) -> Result<Reply<KeyUsage>, ApiError> {
    let (ports, org, id) = (call.app.ports(), call.tenant.id, input.path.key_id);
    ports.keys.key(org, id).await?.ok_or_else(|| ApiError::not_found("API key"))?;
    let today = Day::of(call.request.at, &TimeZone::UTC);
    let from = Day(today.0 - USE_DAYS + 1);
    let uses = ports.request_log.key_uses(org, id, from).await?;
    Ok(Reply::new(KeyUsage {
        from: from.date().to_string(),
        to: today.date().to_string(),
        requests: uses.iter().map(|one| one.requests).sum(),
        uses: uses.into_iter().map(KeyUseView::from).collect(),
    }))
}
