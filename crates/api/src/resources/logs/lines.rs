//! `GET /logs/:siteId/lines`: the newest reads of crawlers, line by line.

use askline_app::present_fields::every_field_present;
use askline_domain::{
    events::crawler::operator_of,
    logs::{
        evidence::Evidence,
        newest::{LINES_KEPT, MAX_NEWEST, ReadLine},
        purpose::ReadPurpose,
    },
    shared::rfc3339::Moment,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::pipeline::handling::{ApiError, Call, Input, Items, Nothing, Reply, SiteAccess};

/// The number of lines unless the caller asks for another.
const LINES_DEFAULT: u32 = 100;

/// Query parameters of the newest lines.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LogLinesQuery {
    /// The maximum number of lines.
    #[schemars(range(min = 1, max = MAX_NEWEST), extend("default" = LINES_DEFAULT))]
    pub limit: Option<u32>,
}

/// A read of a crawler, without the address that it came from.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "LogLine", transform = every_field_present)]
pub struct LogLineView {
    /// When it was answered.
    pub at: Moment,
    /// The method, cut to 20 characters; empty if the log has none.
    pub method: String,
    /// The path without a query, cut to 200 characters.
    pub path: String,
    /// The status; null if the server sent none.
    pub status: Option<u16>,
    /// The crawler's name.
    pub crawler: String,
    /// Who runs it; null if that is not known.
    pub maker: Option<String>,
    /// What it read for.
    pub purpose: ReadPurpose,
    /// Whether the address speaks for it.
    pub evidence: Evidence,
}

impl From<ReadLine> for LogLineView {
    fn from(ReadLine { line, crawler, purpose, evidence }: ReadLine) -> Self {
        Self {
            at: Moment(line.at),
            method: line.method,
            path: line.path,
            status: line.status,
            maker: operator_of(&crawler).map(str::to_owned),
            crawler: crawler.into_owned(),
            purpose,
            evidence,
        }
    }
}

/// `GET /logs/:siteId/lines`
pub async fn list_log_lines(
    call: Call<SiteAccess>,
    input: Input<Nothing, LogLinesQuery>,
) -> Result<Reply<Items<LogLineView>>, ApiError> {
    let limit = input.query.limit.unwrap_or(LINES_DEFAULT);
    if !(1..=MAX_NEWEST as u32).contains(&limit) {
        return Err(ApiError::parameter("limit", format!("limit must be from 1 to {MAX_NEWEST}.")));
    }
    let (reads, site) = (&call.app.ports().crawler_reads, call.tenant.site.site.id);
    let lines = reads.newest_lines(site, call.request.at - LINES_KEPT, limit).await?;
    Ok(Reply::new(Items { items: lines.into_iter().map(LogLineView::from).collect() }))
}
