//! Clear changes of citation rates. They are only read here; the ends of runs find them.

use askline_app::ports::monitors::ChangeFilter;
use askline_domain::{
    citations::{
        change_evidence::ChangeEvidence,
        citation_change::{ChangeLevel, CitationChange},
    },
    shared::{
        calendar::date_of,
        ids::{Id as _, MonitorId},
        paging::{MAX_PAGE_ROWS, PAGE_ROWS_DEFAULT},
        rfc3339::parse_moment,
    },
};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::pipeline::handling::{ApiError, Call, Input, Items, Nothing, PageQuery, Reply, SiteAccess};

/// Query parameters of the list of changes.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangesQuery {
    /// Only changes that became clear on this date or later, in the site's time zone. An RFC 3339 time is accepted as well.
    #[schemars(extend("format" = "date"))]
    pub since: Option<String>,
    /// Only changes of this level.
    pub level: Option<ChangeLevel>,
    /// The maximum number of rows on a page, 1 to 200.
    #[schemars(range(min = 1, max = MAX_PAGE_ROWS), extend("default" = PAGE_ROWS_DEFAULT))]
    pub limit: Option<u32>,
    /// `meta.pagination.nextCursor` of the previous page.
    pub cursor: Option<String>,
}

/// The maximum number of rates whose evidence is listed.
const MAX_EVIDENCE: u32 = 700;
/// The number of rates whose evidence is listed if the caller names none.
const EVIDENCE_DEFAULT: u32 = 20;

/// Query parameters of the list of evidence.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[serde(rename_all = "camelCase")]
pub struct EvidenceQuery {
    /// Only the rate of this monitor's question, and that of it with each engine.
    pub monitor_id: Option<MonitorId>,
    /// The maximum number of rates, 1 to 700: more than a site has.
    #[schemars(range(min = 1, max = MAX_EVIDENCE), extend("default" = EVIDENCE_DEFAULT))]
    pub limit: Option<u32>,
}

/// `GET /changes/:siteId`
pub async fn list_changes(
    call: Call<SiteAccess>,
    input: Input<Nothing, ChangesQuery>,
) -> Result<Reply<Items<CitationChange>>, ApiError> {
    let ChangesQuery { since, level, limit, cursor } = input.query;
    let (page, site) = (PageQuery { limit, cursor }.page()?, &call.tenant.site);
    let read = |text: &str| date_of(text).map(|day| day.start(&site.time_zone)).or_else(|| parse_moment(text));
    let since = match since.as_deref() {
        None => None,
        Some(text) => Some(read(text).ok_or_else(|| {
            let forms = "a date such as 2026-01-31 or an RFC 3339 time such as 2026-01-31T09:30:00Z";
            ApiError::parameter("since", format!("since must be {forms}."))
        })?),
    };
    let filter = ChangeFilter { since, level };
    let found = call.app.ports().monitors.citation_changes(site.site.id, &filter, page, call.request.at).await?;
    Ok(Reply::page(found, page.limit, |change| change.id.bits()))
}

/// `GET /changes/:siteId/evidence`
pub async fn list_change_evidence(
    call: Call<SiteAccess>,
    input: Input<Nothing, EvidenceQuery>,
) -> Result<Reply<Items<ChangeEvidence>>, ApiError> {
    let limit = input.query.limit.unwrap_or(EVIDENCE_DEFAULT);
    if !(1..=MAX_EVIDENCE).contains(&limit) {
        return Err(ApiError::parameter("limit", format!("limit must be from 1 to {MAX_EVIDENCE}.")));
    }
    let (monitors, site, at) = (&call.app.ports().monitors, &call.tenant.site, call.request.at);
    let current = monitors.current_changes(&[site.site.id], at).await?;
    let found = monitors.change_evidence(site.site.id, input.query.monitor_id, at, limit).await?;
    let explained = |one: ChangeEvidence| one.explained_by(&current, &site.time_zone);
    Ok(Reply::new(Items { items: found.into_iter().map(explained).collect() }))
}
