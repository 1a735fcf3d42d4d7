//! `GET /analytics/:siteId/overview`: all figures of a site's overview in one response.

use askline_app::reports::overview::{self, Overview, OverviewRow};

use super::{
    csv_text,
    question::{Question, analytics_query},
    reading::remembered,
};
use crate::pipeline::handling::{ApiError, Call, Input, Nothing, Ready, Reply, SiteAccess};

/// The name of this report in the cache.
const NAME: (&str, bool) = ("overview", false);

analytics_query! {
    /// Query parameters of the overview.
    pub struct OverviewQuery {
        platform: "Only this platform, network or assistant. Crawlers and copies belong to none, and are zero then; `notFiltered` names what stays as it is.",
        format: super::Format = "`csv`: a download of the series instead of the envelope.",
    }
}

/// `GET /analytics/:siteId/overview`
pub async fn show_site_overview(
    mut call: Call<SiteAccess>,
    input: Input<Nothing, OverviewQuery>,
) -> Result<Reply<Ready<Overview>>, ApiError> {
    let question = Question::of(&input.query, &call).await?;
    let slot = call.take_slot()?;
    let read = async {
        Ok(overview::read(call.app.ports(), call.tenant.site.reported(), &question.asked, call.request.at).await?)
    };
    let reply = remembered(&call, &question, NAME, read, to_csv).await;
    drop(slot);
    reply
}

fn to_csv(report: &Overview) -> Result<Vec<u8>, ApiError> {
    const HEADER: [&str; 6] = ["date", "asks", "aiReferrals", "questionClicks", "shares", "views"];
    let line =
        |row: &OverviewRow| (row.date.clone(), row.asks, row.ai_referrals, row.question_clicks, row.shares, row.views);
    csv_text::of_rows(&HEADER, report.series.iter().map(line))
}
