//! `GET /reports/:siteId`: the report of a week or month.

use askline_app::reports::site_report::{self, SiteReport};
use askline_domain::{
    reports::{
        ReportAudience,
        period::{ReportKind, ReportPeriod},
    },
    shared::calendar::Day,
};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::pipeline::{
    handling::{ApiError, Call, Input, Nothing, Reply, SiteAccess},
    response::reply::Range,
};

/// Query parameters of a report.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportQuery {
    /// An ISO week such as `2026-W47`, or a month such as `2026-11`, that has ended in the site's time zone; or `week` or `month`
    /// for the latest one.
    #[schemars(extend("pattern" = "^([0-9]{4}-(W[0-9]{2}|[0-9]{2})|week|month)$", "default" = "week"))]
    pub period: Option<String>,
    /// Whom the report is for: `client` leaves out internal matters.
    #[schemars(extend("default" = "team"))]
    pub audience: Option<ReportAudience>,
}

/// `GET /reports/:siteId`
pub async fn show_report(
    mut call: Call<SiteAccess>,
    input: Input<Nothing, ReportQuery>,
) -> Result<Reply<SiteReport>, ApiError> {
    let ReportQuery { period, audience } = input.query;
    let slot = call.take_slot()?;
    let (entry, now) = (&call.tenant.site, call.request.at);
    let today = Day::of(now, &entry.time_zone);
    let period = match period.as_deref().unwrap_or("week") {
        "week" => ReportPeriod::latest_finished(ReportKind::Weekly, today),
        "month" => ReportPeriod::latest_finished(ReportKind::Monthly, today),
        text => ReportPeriod::parse(text).ok_or_else(|| {
            ApiError::parameter(
                "period",
                "period must be a week such as 2026-W47, a month such as 2026-11, week or month.",
            )
        })?,
    };
    if !period.is_finished(today) {
        let end = period.window().to.date();
        return Err(ApiError::parameter("period", format!("period must have ended, and {period} ends on {end}.")));
    }
    let audience = audience.unwrap_or_default();
    let report = site_report::read(call.app.ports(), entry.reported(), period, audience, now).await?;
    drop(slot);
    let range = Range { from: report.from.clone(), to: report.to.clone(), timezone: entry.site.timezone.clone() };
    Ok(Reply::new(report).range(range))
}
