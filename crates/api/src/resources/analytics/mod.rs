//! Analytics: questions about counters, answered for whole calendar days of the site.

mod ai;
mod board;
mod citation_figures;
mod clear_counts;
pub(crate) mod csv_text;
mod live;
mod overview;
mod pages;
mod question;
mod ready_answers;
mod reports;
mod series;
mod tables;

use askline_domain::{
    analytics::series::{Interval, Rows},
    events::CounterKind,
    ports::analytics::{AnalyticsFilter, Counts, CountsQuestion, PageFilter, Split},
    shared::calendar::Window,
};

pub use ai::{AiQuery, show_ai_clicks};
pub use board::{Board, BoardQuery, show_board};
pub use live::{LiveReport, show_live};
pub use overview::{Overview, show_overview};
pub use pages::{PagesQuery, PagesReport, show_pages};
pub use question::AnalyticsQuery;
pub use question::include::{CrawlersQuery, QuestionsQuery, ReferrersQuery, SharesQuery, SocialQuery};
pub(crate) use question::{Compare, Format, window_of};
pub use ready_answers::ReadyAnswers;
pub use reports::{AiClicks, CrawlerHits, QuestionClicks, Referrals, Shares, SocialClicks};

use crate::{
    files::table_file::Wanted,
    pipeline::{
        caller::{Call, SiteAccess},
        error::ApiError,
        places::{Heavy, Holder},
        request::input::{Input, Nothing},
        response::reply::{Ready, Reply},
    },
};
use question::Question;
use reports::{Found, Report};

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
    if let Some(wanted) = Wanted::of(input.query.table, input.query.format, input.query.language) {
        return tables::questions(call, question, wanted).await;
    }
    show(call, question, !input.query.include.is_empty()).await
}

/// `GET /analytics/:siteId/shares`
pub async fn show_shares(
    call: Call<SiteAccess>,
    input: Input<Nothing, SharesQuery>,
) -> Result<Reply<Ready<Shares>>, ApiError> {
    let question = Question::of(&input.query, &call).await?;
    if let Some(wanted) = Wanted::of(input.query.table, input.query.format, input.query.language) {
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
    if let Some(wanted) = Wanted::of(input.query.table, input.query.format, input.query.language) {
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
    if let Some(wanted) = Wanted::of(input.query.table, input.query.format, input.query.language) {
        return tables::crawlers(call, question, wanted).await;
    }
    show(call, question, !input.query.include.is_empty()).await
}

async fn show<R: Report>(
    call: Call<SiteAccess>,
    question: Question,
    with_parts: bool,
) -> Result<Reply<Ready<R>>, ApiError> {
    let name = (R::NAME, with_parts);
    remembered(&call, &question, name, read(&call, &question, with_parts), csv_text::of_report).await
}

/// Answers from memory while nothing that the answer was made from has changed, else by reading. `name` tells apart
/// what is asked with the same question.
async fn remembered<R: serde::Serialize>(
    call: &Call<SiteAccess>,
    question: &Question,
    name: (&'static str, bool),
    read: impl Future<Output = Result<R, ApiError>>,
    to_csv: impl Fn(&R) -> Result<Vec<u8>, ApiError>,
) -> Result<Reply<Ready<R>>, ApiError> {
    let key = ready_answers::Key::of(name, call, question);
    // Both are read before the counters, so that a commit meanwhile can never be overlooked.
    let state = ready_answers::State::of(call);
    if let Some(json) = call.app.ready_answers().get(&key, &state, &*call.app.ports().changes) {
        return Ok(Reply::new(Ready::new(json)).range(question.range()));
    }
    let report = read.await?;
    if question.csv {
        return Ok(Reply::download("text/csv; charset=utf-8", to_csv(&report)?));
    }
    let json = bytes::Bytes::from(serde_json::to_vec(&report).map_err(ApiError::internal)?);
    call.app.ready_answers().put(key, state, json.clone());
    Ok(Reply::new(Ready::new(json)).range(question.range()))
}

async fn read<R: Report>(call: &Call<SiteAccess>, question: &Question, with_parts: bool) -> Result<R, ApiError> {
    let by_hour = question.interval == Interval::Hour;
    let split = if with_parts { Split::Label } else { Split::None };
    let of_kind = |kind: &CounterKind, window| CountsQuestion { by_hour, ..CountsQuestion::by_day(*kind, window) };
    let mut questions: Vec<CountsQuestion> =
        R::KINDS.iter().map(|kind| CountsQuestion { split, ..of_kind(kind, question.window) }).collect();
    if let Some(before) = question.before {
        questions
            .extend(R::KINDS.iter().map(|kind| CountsQuestion { cut: before.cut, ..of_kind(kind, before.window) }));
    }
    let mut counts = counts(call, &question.filter, questions).await?;
    let before = counts.split_off(R::KINDS.len());
    let rows = |window: Window| Rows::of(window, question.interval, &call.tenant.site.time_zone);
    Ok(R::make(&Found {
        window: question.window,
        rows: rows(question.window),
        counts,
        before: question.before.map(|window| (rows(window.window), before)),
        with_parts,
        site: &call.tenant.site,
    }))
}

/// Counters of the site, all as of one moment.
async fn counts(
    call: &Call<SiteAccess>,
    filter: &AnalyticsFilter,
    questions: Vec<CountsQuestion>,
) -> Result<Vec<Counts>, ApiError> {
    let analytics = &call.app.ports().analytics;
    // A folder can have as many pages as the site: its counters are summed in a place, unless the row took one.
    let _place = match filter.page {
        Some(PageFilter::Folder(_)) if call.place.is_none() => {
            Some(call.app.place(Heavy::PageList, Holder::Organization(call.tenant.organization.id)).await?)
        }
        _ => None,
    };
    Ok(analytics.counts(call.tenant.site.site.id, filter, questions).await?)
}
