//! Citations: what engines' answers say about a site. They are only read here; monitors find them.

mod answers_file;
mod query;
mod summary;
mod urls;
mod view;

use askline_app::ports::monitors::CitationFilter;
use askline_domain::shared::{
    ids::{CitationId, Id as _},
    paging::PageRequest,
};
use schemars::JsonSchema;
use serde::Deserialize;

pub use query::{CitationsQuery, SummaryQuery, UrlsQuery};
pub use summary::show_citation_summary;
pub use urls::{CitedUrlsReport, list_cited_urls};
pub use view::{CitationDetail, CitationView};

use crate::{
    files::{spreadsheet_cell::harmless, table_file::Wanted},
    pipeline::{
        handling::{ApiError, Call, Input, Items, Nothing, Reply, SiteAccess},
        request::cursor::{limit_of, place_of},
    },
    resources::analytics::{Format, csv_text},
};

/// The citation in the path.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CitationPath {
    citation_id: CitationId,
}

/// `GET /citations/:siteId`
pub async fn list_citations(
    call: Call<SiteAccess>,
    input: Input<Nothing, CitationsQuery>,
) -> Result<Reply<Items<CitationView>>, ApiError> {
    let query = input.query;
    let asked = query.asked_at(&call, call.request.at)?;
    let filter = CitationFilter { cited: query.cited, ..asked.filter };
    let others = [("limit", query.limit.is_some()), ("cursor", query.cursor.is_some())];
    if let Some(wanted) = Wanted::of(query.table, query.format, query.language, &others)? {
        return answers_file::reply(call, &asked, filter, wanted).await;
    }
    let page = PageRequest { limit: limit_of(query.limit)?, before: place_of(query.cursor.as_deref())? };
    let found = call.app.ports().monitors.citations(call.tenant.site.site.id, &filter, page).await?;
    let role = call.tenant.organization.role;
    let views = found.map(|citation| CitationView::from(citation).seen_by(role));
    let accept = call.request.header("accept").unwrap_or("");
    let wants_csv = query.format.map_or(accept.starts_with("text/csv"), |format| Format::from(format) == Format::Csv);
    let csv = wants_csv.then(|| to_csv(&views.items)).transpose()?;
    Ok(match csv {
        Some(text) => Reply::download("text/csv; charset=utf-8", text),
        None => Reply::page(views, page.limit, |view| view.id.bits()).range(asked.range),
    })
}

/// `GET /citations/:siteId/:citationId`
pub async fn show_citation(
    call: Call<SiteAccess>,
    input: Input<CitationPath>,
) -> Result<Reply<CitationDetail>, ApiError> {
    let found = call.app.ports().monitors.citation(call.tenant.site.site.id, input.path.citation_id).await?;
    let (citation, raw) = found.ok_or_else(|| ApiError::not_found("citation"))?;
    Ok(Reply::new(CitationDetail::of(citation, raw).seen_by(call.tenant.organization.role)))
}

fn to_csv(citations: &[CitationView]) -> Result<Vec<u8>, ApiError> {
    const HEADER: [&str; 14] = [
        "ranAt",
        "id",
        "monitorId",
        "query",
        "engine",
        "model",
        "status",
        "failure",
        "outcome",
        "searched",
        "mentioned",
        "cited",
        "position",
        "creditsUsed",
    ];
    let rows = citations.iter().map(|one| {
        (
            (one.ran_at, one.id, one.monitor_id, harmless(&one.query)),
            (one.engine, harmless(&one.model), one.status),
            (one.failure.as_ref().map(|failure| failure.code.clone()), one.outcome),
            (one.searched, one.mentioned, one.cited, one.position, one.credits_used),
        )
    });
    csv_text::of_rows(&HEADER, rows)
}
