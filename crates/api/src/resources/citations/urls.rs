//! `GET /citations/:siteId/urls`: the pages that answers cite, the site's and others'.

use askline_app::{
    ports::monitors::{CitationFilter, CitedUrlCount, CitedUrlPosition},
    present_fields::every_field_present,
};
use askline_domain::{citations::answer_reading::SourceOwner, engines::Engine, shared::rfc3339::Moment};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;

use super::query::UrlsQuery;
use crate::pipeline::{
    handling::{ApiError, Call, Cursor, Input, Nothing, Pagination, Reply, SiteAccess},
    request::cursor::{limit_of, read_place},
};

/// The precision of stored times.
const MOMENT: SignedDuration = SignedDuration::from_millis(1);
/// The oldest time that a cursor may contain, in Unix milliseconds: the year 2000.
const OLDEST_MS: i64 = 946_684_800_000;

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
    /// Citations of the site's pages.
    pub own: u64,
    /// Citations of competitors' pages.
    pub competitor: u64,
    /// Citations of all other pages.
    pub other: u64,
}

/// How often a page is cited.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct CitedUrlRow {
    /// Its address, without fragment, campaign parameters and click ids.
    pub url: String,
    /// Its host in lower case, without `www.`.
    pub domain: String,
    /// A title that an engine gave it; null if none did.
    pub title: Option<String>,
    /// Its owner when it was cited.
    pub owner: SourceOwner,
    /// The number of answers that cite it.
    pub citations: u64,
    /// The engines whose answers cite it.
    pub engines: Vec<Engine>,
    /// The first citation in the period.
    pub first_cited_at: Moment,
    /// The latest citation in the period.
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
    let now = call.request.at;
    let place = read_place(query.cursor.as_deref(), |text| read(text).filter(|(at, _)| *at <= now))?;
    let (at, after) = place.map_or((now, None), |(at, after)| (at, Some(after)));
    let asked = query.asked_at(&call, at)?;
    // Leaves out later runs: they raise counts, and rows would move between pages.
    let filter = CitationFilter { before: asked.filter.before.min(at + MOMENT), ..asked.filter };
    let limit = limit_of(query.limit)?;
    let (monitors, site) = (&call.app.ports().monitors, call.tenant.site.site.id);
    let found = monitors.cited_urls(site, &filter, query.owner, after.as_ref(), limit).await?;
    let next_cursor = found.rows.last().filter(|_| found.has_more).map(|last| Cursor::at(written(at, last)));
    let [own, competitor, other] = found.by_owner;
    let report = CitedUrlsReport {
        totals: OwnerTotals { own, competitor, other },
        items: found.rows.into_iter().map(CitedUrlRow::from).collect(),
    };
    let pagination = Pagination { limit, has_more: found.has_more, next_cursor };
    Ok(Reply::new(report).range(asked.range).pagination(pagination))
}

/// A position as stored in cursors: when the first page was requested, and the row after which the next page begins.
type Written = (i64, u64, SourceOwner, String);

fn written(at: Timestamp, last: &CitedUrlCount) -> String {
    let written: Written = (at.as_millisecond(), last.citations, last.owner, last.url.clone());
    URL_SAFE_NO_PAD.encode(serde_json::to_vec(&written).expect("numbers and texts"))
}

/// The time and the position in a cursor's text. Anyone can forge a cursor: a forged one must do no harm.
fn read(text: &str) -> Option<(Timestamp, CitedUrlPosition)> {
    let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
    let (at_ms, citations, owner, url): Written = serde_json::from_slice(&bytes).ok()?;
    let at = Timestamp::from_millisecond(at_ms).ok().filter(|_| at_ms >= OLDEST_MS)?;
    Some((at, CitedUrlPosition { citations, url, owner }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_place_is_read_as_it_was_written_and_nothing_else_is_one(at_ms in OLDEST_MS..4_000_000_000_000, citations: u64, url: String) {
            let at = Timestamp::from_millisecond(at_ms).expect("a moment");
            let last = CitedUrlCount {
                url: url.clone(), domain: String::new(), title: None, owner: SourceOwner::Competitor, citations,
                engines: vec![], first_cited_at: at, last_cited_at: at,
            };
            let place = CitedUrlPosition { citations, url: url.clone(), owner: SourceOwner::Competitor };
            prop_assert_eq!(read(&written(at, &last)), Some((at, place)));
            prop_assert_eq!(read(&url), None);
        }
    }
}
