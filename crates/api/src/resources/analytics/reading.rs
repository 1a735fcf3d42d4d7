//! From a question to its answer: from memory while nothing changed, else from the counters of the site.

use askline_app::ports::analytics::{Counts, CountsQuestion, Split};
use askline_domain::{
    analytics::{
        filter::{AnalyticsFilter, PageFilter},
        series::{Interval, Rows},
    },
    events::CounterKind,
    shared::calendar::Window,
};

use super::{
    csv_text,
    question::Question,
    ready_answers,
    reports::{Found, Report},
};
use crate::pipeline::{
    call::Call,
    caller::SiteAccess,
    error::ApiError,
    response::reply::{Ready, Reply},
    work_pools::{Holder, WorkPool},
};

/// Answers with a report, in the form that is asked for.
pub(super) async fn show<R: Report>(
    call: Call<SiteAccess>,
    question: Question,
    with_parts: bool,
) -> Result<Reply<Ready<R>>, ApiError> {
    let name = (R::NAME, with_parts);
    remembered(&call, &question, name, read(&call, &question, with_parts), csv_text::of_report).await
}

/// Answers from memory while nothing that the answer was made from has changed, else by reading. `name` tells apart
/// what is asked with the same question.
pub(super) async fn remembered<R: serde::Serialize>(
    call: &Call<SiteAccess>,
    question: &Question,
    name: (&'static str, bool),
    read: impl Future<Output = Result<R, ApiError>>,
    to_csv: impl Fn(&R) -> Result<Vec<u8>, ApiError>,
) -> Result<Reply<Ready<R>>, ApiError> {
    let (site, ports) = (&call.tenant.site.site, call.app.ports());
    let key = question.key(name, site.id);
    // Both are read before the counters, so that a commit meanwhile can never be overlooked.
    let state = ready_answers::State::of(site, &*ports.analytics, &*ports.changes);
    if let Some(json) = call.app.ready_answers().get(&key, &state, &*ports.changes) {
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

pub(super) async fn read<R: Report>(
    call: &Call<SiteAccess>,
    question: &Question,
    with_parts: bool,
) -> Result<R, ApiError> {
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
pub(super) async fn counts(
    call: &Call<SiteAccess>,
    filter: &AnalyticsFilter,
    questions: Vec<CountsQuestion>,
) -> Result<Vec<Counts>, ApiError> {
    let analytics = &call.app.ports().analytics;
    // A folder can have as many pages as the site: its counters are summed in a place, unless the row took one.
    let _place = match filter.page {
        Some(PageFilter::Folder(_)) if call.slot.is_none() => {
            Some(call.app.slot(WorkPool::PageList, Holder::Organization(call.tenant.organization.id)).await?)
        }
        _ => None,
    };
    Ok(analytics.counts(call.tenant.site.site.id, filter, questions).await?)
}
