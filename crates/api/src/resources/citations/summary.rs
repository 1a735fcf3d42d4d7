//! `GET /citations/:siteId/summary`: citation rates by engine, and if requested by monitor or competitor.

use askline_app::reports::citations::{self, CitationQuestion, CitationSummary};
use askline_domain::identity::role::Role;

use super::query::SummaryQuery;
use crate::pipeline::handling::{ApiError, Call, Input, Nothing, Reply, SiteAccess};

/// `GET /citations/:siteId/summary`
pub async fn show_citation_summary(
    call: Call<SiteAccess>,
    input: Input<Nothing, SummaryQuery>,
) -> Result<Reply<CitationSummary>, ApiError> {
    let asked = input.query.asked_at(&call, call.request.at)?;
    let question = CitationQuestion {
        site: call.tenant.site.site.id,
        time_zone: &call.tenant.site.time_zone,
        window: asked.window,
        filter: asked.filter,
        before: input.query.compare.map(|compare| compare.earlier(asked.window)),
        group_by: input.query.group_by,
        shows_costs: call.tenant.organization.role != Some(Role::Viewer),
        now: call.request.at,
    };
    Ok(Reply::new(citations::read(call.app.ports(), question).await?).range(asked.range))
}
