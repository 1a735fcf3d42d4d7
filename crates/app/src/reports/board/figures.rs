//! The counters of a row of the board: how they are read and summed.

use askline_domain::{
    events::{CounterKind, visit_source::VisitKind},
    shared::calendar::Window,
};

use crate::ports::analytics::{Counts, CountsQuestion};

/// The counters of a row; the first two are asks.
pub const FIGURES: usize = 6;
pub const ASKS: usize = 2;

/// The queries for these counters.
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

/// The sums of a row.
pub struct Figures {
    pub asks: i64,
    pub ai_referrals: i64,
    pub shares: i64,
    pub views: i64,
}

impl Figures {
    /// The sums of the answers to [`figures_asked`].
    pub fn of(counts: &[Counts]) -> Self {
        let sum = |places: std::ops::Range<usize>| {
            counts.get(places).unwrap_or_default().iter().map(Counts::total).sum::<i64>()
        };
        Self { asks: sum(0..ASKS), ai_referrals: sum(2..3), shares: sum(3..5), views: sum(5..6) }
    }
}
