//! Analytics: reports on calendar days of a site, and its last half hour.

mod ai;
mod beside;
mod board;
mod board_cursor;
pub(crate) mod csv_text;
mod live;
mod overview;
mod pages;
mod question;
mod reading;
mod reads;
mod tables;

pub use ai::{AiQuery, show_ai_clicks};
pub use board::{BoardQuery, show_sites_overview};
pub use live::{LiveReport, show_live_activity};
pub use overview::show_site_overview;
pub use pages::{PagesQuery, show_pages};
pub use question::AnalyticsQuery;
pub use question::include::{CrawlersQuery, ItemsQuery, QuestionsQuery, ReferrersQuery, SharesQuery, SocialQuery};
pub(crate) use question::{Compare, Format, known_platforms::check_platform, window_of};
pub(crate) use reading::ready;
pub use reads::{ReadsQuery, show_reads};

use askline_app::reports::counters::{CrawlerHits, ItemClicks, QuestionClicks, Referrals, Shares, SocialClicks};

use crate::pipeline::handling::{ApiError, Call, Input, Nothing, Ready, Reply, SiteAccess};
use question::Question;
use reading::show;
use tables::wanted_table;

/// `GET /analytics/:siteId/social`
pub async fn show_social_clicks(
    call: Call<SiteAccess>,
    input: Input<Nothing, SocialQuery>,
) -> Result<Reply<Ready<SocialClicks>>, ApiError> {
    let question = Question::of(&input.query, &call).await?;
    show(call, question, !input.query.include.is_empty()).await
}

/// `GET /analytics/:siteId/questions`
pub async fn show_question_clicks(
    call: Call<SiteAccess>,
    input: Input<Nothing, QuestionsQuery>,
) -> Result<Reply<Ready<QuestionClicks>>, ApiError> {
    let question = Question::of(&input.query, &call).await?;
    if let Some(wanted) = wanted_table!(input.query, include) {
        return tables::questions(call, question, wanted).await;
    }
    show(call, question, !input.query.include.is_empty()).await
}

/// `GET /analytics/:siteId/items`
pub async fn show_item_clicks(
    call: Call<SiteAccess>,
    input: Input<Nothing, ItemsQuery>,
) -> Result<Reply<Ready<ItemClicks>>, ApiError> {
    let question = Question::of(&input.query, &call).await?;
    if let Some(wanted) = wanted_table!(input.query) {
        return tables::items(call, question, wanted).await;
    }
    show(call, question, false).await
}

/// `GET /analytics/:siteId/shares`
pub async fn show_shares(
    call: Call<SiteAccess>,
    input: Input<Nothing, SharesQuery>,
) -> Result<Reply<Ready<Shares>>, ApiError> {
    let question = Question::of(&input.query, &call).await?;
    if let Some(wanted) = wanted_table!(input.query, include) {
        return tables::shares(call, question, wanted).await;
    }
    show(call, question, !input.query.include.is_empty()).await
}

/// `GET /analytics/:siteId/referrers`
pub async fn show_referrers(
    call: Call<SiteAccess>,
    input: Input<Nothing, ReferrersQuery>,
) -> Result<Reply<Ready<Referrals>>, ApiError> {
    let question = Question::of(&input.query, &call).await?;
    if let Some(wanted) = wanted_table!(input.query, include) {
        return tables::sources(call, question, wanted).await;
    }
    show(call, question, !input.query.include.is_empty()).await
}

/// `GET /analytics/:siteId/crawlers`
pub async fn show_crawlers(
    call: Call<SiteAccess>,
    input: Input<Nothing, CrawlersQuery>,
) -> Result<Reply<Ready<CrawlerHits>>, ApiError> {
    let question = Question::of(&input.query, &call).await?;
    if let Some(wanted) = wanted_table!(input.query, include) {
        return tables::crawlers(call, question, wanted).await;
    }
    show(call, question, !input.query.include.is_empty()).await
}
