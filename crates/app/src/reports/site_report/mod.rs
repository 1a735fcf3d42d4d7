//! The report of a week or month: figures, news, and what to do.
//!
//! It computes no figure: each is the overview's for the same days.

mod changes;
mod digest;
mod needs;
mod rising;
mod view;

use askline_domain::{
    analytics::{filter::AnalyticsFilter, series::Interval},
    reports::{
        ReportAudience,
        news::{News, NewsCode, ToDo, ranked},
        period::ReportPeriod,
    },
    shared::calendar::{Day, Window},
};
use jiff::Timestamp;

pub use self::{
    changes::ReportedChange,
    needs::Need,
    rising::{RisenPage, RisenQuestion, Rising},
    view::{ReportFigure, SiteReport},
};
use super::{
    before::Before,
    overview,
    question::{Question, ReportedSite},
};
use crate::ports::{StoreResult, all::Ports};

/// Reads the report of a finished period as of `now`.
pub async fn read(
    ports: &Ports,
    site: ReportedSite<'_>,
    period: ReportPeriod,
    audience: ReportAudience,
    now: Timestamp,
) -> StoreResult<SiteReport> {
    let (window, zone) = (period.window(), site.time_zone);
    let before = Before::of(window, now, zone);
    let question =
        Question { window, interval: Interval::Day, filter: AnalyticsFilter::default(), before: Some(before) };
    let overview = overview::read(ports, site, &question, now).await?;
    let changes = changes::of_window(ports, site, window, now).await?;
    let rising = rising::of(&overview);
    let today = Day::of(now, zone);
    let is_latest = ReportPeriod::latest_finished(period.kind(), today) == period;
    let needs = match audience {
        ReportAudience::Team => needs::read(ports, site, window, is_latest, overview.totals.views, now).await?,
        ReportAudience::Client => Vec::new(),
    };
    let figures = view::figures(&overview, &changes);
    let mut news = view::count_news(&figures);
    news.extend(changes.iter().map(ReportedChange::news));
    news.extend(rising.news());
    news.extend(needs.iter().filter_map(|need| need.news(window)));
    let news = ranked(news, audience);
    let to_do = match audience {
        ReportAudience::Team => to_do(&news, &needs),
        ReportAudience::Client => None,
    };
    let days = |window: Window| (window.from.date().to_string(), window.to.date().to_string());
    let ((from, to), (previous_from, previous_to)) = (days(window), days(before.window));
    Ok(SiteReport {
        site: overview.site,
        period,
        earlier_period: period.previous(),
        later_period: Some(period.next()).filter(|next| next.is_finished(today)),
        audience,
        from,
        to,
        previous_from,
        previous_to,
        news,
        to_do,
        figures,
        citation_changes: changes,
        rising,
        needs,
        series: overview.series,
    })
}

/// The thing to do: about the most important news that calls for something, or else about what needs attention anyway.
fn to_do(news: &[News], needs: &[Need]) -> Option<ToDo> {
    let first =
        |wanted: fn(NewsCode) -> bool| news.iter().filter(|one| wanted(one.code)).find_map(|one| one.code.to_do());
    let urgent = first(|code| code != NewsCode::PageRose);
    urgent.or_else(|| needs.first().map(|need| need.code.to_do())).or_else(|| first(|_| true))
}
