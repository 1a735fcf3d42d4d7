//! `GET /citations/:siteId/urls`: the pages that answers cite, the site's and others'.

use askline_domain::{answer_reading::SourceOwner, engine::Engine, ports::CitedUrlCount};
use schemars::JsonSchema;
use serde::Serialize;

use super::query::UrlsQuery;
use crate::{
    caller::{Call, SiteAccess},
    cursor::{Cursor, limit_of, place_of},
    error::{ApiError, Code},
    input::{Input, Nothing},
    moment::Moment,
    present_fields::every_field_present,
    reply::{Pagination, Reply},
};

/// Rows that one list can page through; filters find the rest.
const OFFSET_MOST: u128 = 1_000_000;

/// The pages that answers cite.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CitedUrlsReport {
    /// Citations of pages by owner, over all rows.
    pub totals: OwnerTotals,
    /// Most cited first, then by address.
    pub items: Vec<CitedUrlRow>,
}

/// Citations of pages by owner.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct OwnerTotals {
    /// Of the site's pages.
    pub own: u64,
    /// Of competitors' pages.
    pub competitor: u64,
    /// Of all others.
    pub other: u64,
}

/// How often a page is cited.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct CitedUrlRow {
    /// Its address, without fragment, campaign and click ids.
    pub url: String,
    /// Its host in lower case, without `www.`.
    pub domain: String,
    /// A title that an engine gave it; null when none did.
    pub title: Option<String>,
    /// Whose it was when it was cited.
    pub owner: SourceOwner,
    /// Answers that cite it.
    pub citations: u64,
    /// Whose answers.
    pub engines: Vec<Engine>,
    /// The first time in the window.
    pub first_cited_at: Moment,
    /// The latest time in the window.
    pub last_cited_at: Moment,
}

impl From<CitedUrlCount> for CitedUrlRow {
    fn from(count: CitedUrlCount) -> Self {
        Self {
            url: count.url,
            domain: count.domain,
            title: count.title,
            owner: count.owner,
            citations: count.citations,
            engines: count.engines,
            first_cited_at: count.first_cited_at.into(),
            last_cited_at: count.last_cited_at.into(),
        }
    }
}

/// `GET /citations/:siteId/urls`
pub async fn list_cited_urls(
    call: Call<SiteAccess>,
    input: Input<Nothing, UrlsQuery>,
) -> Result<Reply<CitedUrlsReport>, ApiError> {
    let query = input.query;
    let asked = query.asked(&call)?;
    let limit = limit_of(query.limit)?;
    let offset = place_of(query.cursor.as_deref())?.unwrap_or(0);
    if offset > OFFSET_MOST {
        return Err(ApiError::new(Code::InvalidCursor, "cursor was not given out by this list."));
    }
    let (monitors, site) = (&call.app.ports().monitors, call.tenant.site.site.id);
    let found = monitors.cited_urls(site, &asked.filter, query.owner, offset as u32, limit).await?;
    let next_cursor = found.has_more.then(|| Cursor::after(offset + found.rows.len() as u128));
    let [own, competitor, other] = found.by_owner;
    let report = CitedUrlsReport {
        totals: OwnerTotals { own, competitor, other },
        items: found.rows.into_iter().map(CitedUrlRow::from).collect(),
    };
    let pagination = Pagination { limit, has_more: found.has_more, next_cursor };
    Ok(Reply::new(report).range(asked.range).pagination(pagination))
}
