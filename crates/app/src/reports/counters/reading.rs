//! Reads the counters of a report, all as of the same moment.

use askline_domain::{analytics::series::Interval, events::CounterKind, shared::calendar::Window};
use jiff::Timestamp;

use super::{Found, Report};
use crate::{
    ports::{
        StoreResult,
        all::Ports,
        analytics::{CountsQuestion, Split},
    },
    reports::{
        question::{Question, ReportedSite},
        row_changes::Tested,
    },
};

/// Computes a report. With `with_parts`, it contains the series by label.
pub async fn read<R: Report>(
    ports: &Ports,
    site: ReportedSite<'_>,
    question: &Question,
    with_parts: bool,
    now: Timestamp,
) -> StoreResult<R> {
    let by_hour = question.interval == Interval::Hour;
    let split = if with_parts { Split::Label } else { Split::None };
    let of_kind = |kind: &CounterKind, window| CountsQuestion { by_hour, ..CountsQuestion::by_day(*kind, window) };
    let mut questions: Vec<CountsQuestion> =
        R::KINDS.iter().map(|kind| CountsQuestion { split, ..of_kind(kind, question.window) }).collect();
    if let Some(before) = question.before {
        questions
            .extend(R::KINDS.iter().map(|kind| CountsQuestion { cut: before.cut, ..of_kind(kind, before.window) }));
    }
    let tested =
        question.before.map(|before| Tested::of(&question.filter, question.window, before, (now, site.time_zone)));
    questions.extend(tested.into_iter().flat_map(|tested| tested.questions(R::KINDS, R::ROWS)));
    let mut counts = ports.analytics.counts(site.site.id, &question.filter, questions).await?;
    let mut before = counts.split_off(R::KINDS.len());
    let days = before.split_off(before.len().min(R::KINDS.len()));
    let rows = |window: Window| question.rows(window, site.time_zone);
    Ok(R::make(&Found {
        window: question.window,
        rows: rows(question.window),
        counts,
        before: question.before.map(|window| (rows(window.window), before)),
        tested: tested.map(|tested| (tested, days)),
        rows_by: R::ROWS,
        with_parts,
        site,
    }))
}
