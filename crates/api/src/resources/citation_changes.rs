//! Clear changes of citation rates. They are only read here; the ends of runs find them.

use askline_app::ports::monitors::ChangeFilter;
use askline_domain::{
    citations::citation_change::{ChangeLevel, CitationChange},
    shared::{calendar::date_of, ids::Id as _, rfc3339::parse_moment},
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
    #[schemars(range(min = 1, max = 200), extend("default" = 50))]
    pub limit: Option<u32>,
    /// `meta.pagination.nextCursor` of the previous page.
    pub cursor: Option<String>,
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
