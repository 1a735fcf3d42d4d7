//! Reads and sums the counters of a row of the board.

use askline_domain::{
    citations::statistics::interval::Interval,
    events::{CounterKind, visit_source::VisitKind},
    shared::calendar::Window,
};

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    ports::analytics::{Counts, CountsQuestion},
    reports::citation_figures::CitationRate,
};

/// The number of counters of a row; the first [`ASKS`] of them are asks.
pub const FIGURES: usize = 6;
pub const ASKS: usize = 2;

/// The questions for these counters.
pub fn figures_asked(window: Window) -> [CountsQuestion; FIGURES] {
    let ask = |kind| CountsQuestion::by_day(kind, window);
    let from_assistants = Some(VisitKind::AiAssistant.as_str());
    [
        ask(CounterKind::AiClick),
        ask(CounterKind::QuestionClick),
        CountsQuestion { label: from_assistants, ..ask(CounterKind::Visit) },
        ask(CounterKind::SocialClick),
        ask(CounterKind::Copy),
        ask(CounterKind::View),
    ]
}

/// What readers did on a site, and how often engines cite it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Figures {
    /// Clicks on an assistant's button or on a question: AI clicks and question clicks together.
    pub asks: i64,
    /// Visits that an AI assistant sent.
    pub ai_referrals: i64,
    /// Clicks on share buttons, and copies.
    pub shares: i64,
    /// Page views.
    pub views: i64,
    /// The share of engines' answers that cite the site; null without answers.
    pub citation_rate: Option<f64>,
    /// The 95% interval of the true share; null without answers.
    pub interval95: Option<Interval>,
}

impl Figures {
    /// Sums the answers to [`figures_asked`], and adds the citation rate.
    pub fn of(counts: &[Counts], citations: CitationRate) -> Self {
        let sum = |places: std::ops::Range<usize>| {
            counts.get(places).unwrap_or_default().iter().map(Counts::total).sum::<i64>()
        };
        let CitationRate { citation_rate, interval95, .. } = citations;
        let (asks, ai_referrals, shares, views) = (sum(0..ASKS), sum(2..3), sum(3..5), sum(5..6));
        Self { asks, ai_referrals, shares, views, citation_rate, interval95 }
    }
}
