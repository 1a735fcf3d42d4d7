//! Analytics: questions about counters, answered for whole calendar days of the site.

mod answers;
pub(crate) mod csv_text;
mod known_platforms;
mod page_place;
mod pages;
mod prompt_clicks;
mod question;
mod ready_answers;

use askline_domain::event::CounterKind;

pub use answers::{AiClicks, CrawlerHits, QuestionClicks, Referrals, Shares, SocialClicks};
pub use pages::{PagesQuery, PagesReport, show_pages};
pub use prompt_clicks::{AiQuery, show_ai_clicks};
pub use question::AnalyticsQuery;
pub(crate) use question::{Format, window_of};
pub use ready_answers::ReadyAnswers;

use crate::{
    caller::{Call, SiteAccess},
    error::ApiError,
    input::{Input, Nothing},
    reply::{Ready, Reply},
};
use answers::Report;
use question::Question;

type AnalyticsInput = Input<Nothing, AnalyticsQuery>;

/// `GET /analytics/:siteId/social`
pub async fn show_social_clicks(
    call: Call<SiteAccess>,
    input: AnalyticsInput,
) -> Result<Reply<Ready<SocialClicks>>, ApiError> {
    ask::<SocialClicks>(call, input).await
}

/// `GET /analytics/:siteId/questions`
pub async fn show_question_clicks(
    call: Call<SiteAccess>,
    input: AnalyticsInput,
) -> Result<Reply<Ready<QuestionClicks>>, ApiError> {
    ask::<QuestionClicks>(call, input).await
}

/// `GET /analytics/:siteId/shares`
pub async fn show_shares(call: Call<SiteAccess>, input: AnalyticsInput) -> Result<Reply<Ready<Shares>>, ApiError> {
    ask::<Shares>(call, input).await
}

/// `GET /analytics/:siteId/referrers`
pub async fn show_referrers(
    call: Call<SiteAccess>,
    input: AnalyticsInput,
) -> Result<Reply<Ready<Referrals>>, ApiError> {
    ask::<Referrals>(call, input).await
}

/// `GET /analytics/:siteId/crawlers`
pub async fn show_crawlers(
    call: Call<SiteAccess>,
    input: AnalyticsInput,
) -> Result<Reply<Ready<CrawlerHits>>, ApiError> {
    ask::<CrawlerHits>(call, input).await
}

async fn ask<R: Report>(call: Call<SiteAccess>, input: AnalyticsInput) -> Result<Reply<Ready<R>>, ApiError> {
    let question = Question::of(&input.query, &call).await?;
    show(call, question).await
}

async fn show<R: Report>(call: Call<SiteAccess>, question: Question) -> Result<Reply<Ready<R>>, ApiError> {
    remembered(&call, &question, R::NAME, read(&call, &question), csv_text::of_report).await
}

/// Answers from memory while nothing that the answer was made from has changed, else by reading. `name` tells apart
/// what is asked with the same question.
async fn remembered<R: Report>(
    call: &Call<SiteAccess>,
    question: &Question,
    name: &'static str,
    read: impl Future<Output = Result<R, ApiError>>,
    to_csv: impl Fn(&R) -> Result<Vec<u8>, ApiError>,
) -> Result<Reply<Ready<R>>, ApiError> {
    let key = ready_answers::Key::of(name, call, question);
    // Both are read before the counters, so that a commit meanwhile can never be overlooked.
    let state = ready_answers::State::of(call);
    if let Some(json) = call.app.ready_answers().get(&key, state) {
        return Ok(Reply::new(Ready::new(json)).range(question.range()));
    }
    let report = read.await?;
    if question.csv {
        return Ok(Reply::new(Ready::new(Default::default()))
            .range(question.range())
            .download("text/csv; charset=utf-8", to_csv(&report)?));
    }
    let json = bytes::Bytes::from(serde_json::to_vec(&report).map_err(ApiError::internal)?);
    call.app.ready_answers().put(key, state, json.clone());
    Ok(Reply::new(Ready::new(json)).range(question.range()))
}

async fn read<R: Report>(call: &Call<SiteAccess>, question: &Question) -> Result<R, ApiError> {
    let mut current = Vec::with_capacity(R::KINDS.len());
    let mut previous = Vec::new();
    for kind in R::KINDS {
        current.push(counts(call, *kind, question, question.window).await?);
        if question.compare {
            previous.push(counts(call, *kind, question, question.window.previous()).await?);
        }
    }
    let previous = question.compare.then_some(previous);
    Ok(R::make(question.window, &current, previous.as_deref(), &call.tenant.site))
}

async fn counts(
    call: &Call<SiteAccess>,
    kind: CounterKind,
    question: &Question,
    window: askline_domain::calendar::Window,
) -> Result<askline_domain::ports::Counts, ApiError> {
    let analytics = &call.app.ports().analytics;
    Ok(analytics.counts(call.tenant.site.site.id, kind, window, &question.filter).await?)
}
