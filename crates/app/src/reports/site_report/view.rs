//! What a report contains, and its four figures.

use askline_domain::{
    citations::statistics::interval::Interval,
    reports::{
        ReportAudience,
        digest::{FigureChange, FigureName},
        news::{News, NewsCode, ToDo},
        period::ReportPeriod,
    },
};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Need, ReportedChange, Rising};
use crate::{
    present_fields::every_field_present,
    reports::{
        clear_counts::{ChangeReason, CountChange},
        overview::{Overview, OverviewRow, OverviewSite},
    },
};

/// The report of a site about a week or month.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct SiteReport {
    /// Which site this is about.
    pub site: OverviewSite,
    /// The ISO week or the month.
    pub period: ReportPeriod,
    /// The week or month before it.
    pub earlier_period: ReportPeriod,
    /// The week or month after it; null if that has not ended.
    pub later_period: Option<ReportPeriod>,
    /// Whom it is for.
    pub audience: ReportAudience,
    /// The first day, in the site's time zone.
    #[schemars(extend("format" = "date"))]
    pub from: String,
    /// The last day.
    #[schemars(extend("format" = "date"))]
    pub to: String,
    /// The first day of the previous period, which has as many days.
    #[schemars(extend("format" = "date"))]
    pub previous_from: String,
    /// The last day of the previous period.
    #[schemars(extend("format" = "date"))]
    pub previous_to: String,
    /// The news, the most important first; empty after a quiet period.
    pub news: Vec<News>,
    /// The one thing to do; null if nothing needs to be done, and for clients.
    pub to_do: Option<ToDo>,
    /// The figures beside those of the previous period: asks, visits, asks per 100 views, citation rate.
    pub figures: Vec<ReportFigure>,
    /// The changes of citation rates that became clear in the period, newest first, each with a passage.
    pub citation_changes: Vec<ReportedChange>,
    /// What readers asked about far more often.
    pub rising: Rising,
    /// What needs attention; empty for clients.
    pub needs: Vec<Need>,
    /// What was counted on each day, oldest first.
    pub series: Vec<OverviewRow>,
}

/// A figure beside that of the previous period.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct ReportFigure {
    /// Which figure it is, by its name in the overview.
    pub figure: FigureName,
    /// The figure, as in the overview; null if it has no denominator.
    pub value: Option<f64>,
    /// The figure of the previous period.
    pub previous: Option<f64>,
    /// Whether it clearly changed: counts by the overview's test, the citation rate by a clear change of the site's rate in this
    /// period.
    pub change: FigureChange,
    /// The number of answers that the citation rate is based on; null for other figures.
    pub samples: Option<u64>,
    /// The 95% interval of the true citation rate; null for other figures.
    pub interval95: Option<Interval>,
}

impl ReportFigure {
    const fn plain(figure: FigureName, value: Option<f64>, previous: Option<f64>, change: FigureChange) -> Self {
        Self { figure, value, previous, change, samples: None, interval95: None }
    }

    fn count(figure: FigureName, value: i64, previous: i64, change: CountChange) -> Self {
        let change = match change.reason {
            ChangeReason::TooShort => FigureChange::TooShort,
            _ if !change.clear || value == previous => FigureChange::None,
            _ if value > previous => FigureChange::Rise,
            _ => FigureChange::Fall,
        };
        Self::plain(figure, Some(value as f64), Some(previous as f64), change)
    }
}

/// The four figures.
pub(super) fn figures(overview: &Overview, changes: &[ReportedChange]) -> Vec<ReportFigure> {
    let Some(previous) = &overview.previous else { return Vec::new() };
    let (now, then) = (&overview.totals, &previous.totals);
    let cited = &overview.citations.total;
    let of_site = changes.iter().find(|one| one.change.monitor_id.is_none() && one.change.engine.is_none());
    let rate_change = match of_site {
        Some(one) if one.change.is_rise() => FigureChange::Rise,
        Some(_) => FigureChange::Fall,
        None if cited.samples == 0 => FigureChange::TooShort,
        None => FigureChange::None,
    };
    vec![
        ReportFigure::count(FigureName::Asks, now.asks, then.asks, previous.changes.asks),
        ReportFigure::count(
            FigureName::AiReferrals,
            now.ai_referrals,
            then.ai_referrals,
            previous.changes.ai_referrals,
        ),
        ReportFigure::plain(
            FigureName::AsksPer100Views,
            now.asks_per_100_views,
            then.asks_per_100_views,
            FigureChange::Untested,
        ),
        ReportFigure {
            samples: Some(cited.samples),
            interval95: cited.interval95,
            ..ReportFigure::plain(
                FigureName::CitationRate,
                cited.citation_rate,
                previous.citations.citation_rate,
                rate_change,
            )
        },
    ]
}

/// The news about counts. News about citation rates are about their changes.
pub(super) fn count_news(figures: &[ReportFigure]) -> Vec<News> {
    let code = |one: &ReportFigure| match (one.figure, one.change) {
        (FigureName::Asks, FigureChange::Rise) => Some(NewsCode::AsksRose),
        (FigureName::Asks, FigureChange::Fall) => Some(NewsCode::AsksFell),
        (FigureName::AiReferrals, FigureChange::Rise) => Some(NewsCode::VisitsRose),
        (FigureName::AiReferrals, FigureChange::Fall) => Some(NewsCode::VisitsFell),
        _ => None,
    };
    let news = |one: &ReportFigure| {
        code(one).map(|code| News { value: one.value, previous: one.previous, ..News::plain(code, None) })
    };
    figures.iter().filter_map(news).collect()
}
