//! The counters of a window, from which the figures of an overview are computed.

use askline_domain::{
    analytics::{
        OTHER,
        ask_rate::{asks, asks_per_100_views},
        parts::parts,
        series::{Interval, Rows, SlotValue},
    },
    events::{CounterKind, visit_source::VisitKind},
    shared::calendar::Window,
};

use super::{
    panels::PlatformPart,
    view::{OverviewRow, OverviewTotals},
};
use crate::{
    ports::analytics::{Counts, CountsQuestion, Split},
    reports::{clear_counts::Sums, counters::named, question::Question, series::MAX_PARTS},
};

/// The counters of a window, by kind.
pub(super) struct Counted {
    pub(super) ai_clicks: Counts,
    pub(super) question_clicks: Counts,
    pub(super) social_clicks: Counts,
    pub(super) copies: Counts,
    pub(super) views: Counts,
    pub(super) views_without_widget: Counts,
    pub(super) ai_referrals: Counts,
}

impl Counted {
    pub(super) fn questions(window: Window, question: &Question) -> Vec<CountsQuestion> {
        let by_hour = question.interval == Interval::Hour;
        let ask = |kind, label, split| CountsQuestion { by_hour, label, split, ..CountsQuestion::by_day(kind, window) };
        vec![
            ask(CounterKind::AiClick, None, Split::Label),
            ask(CounterKind::QuestionClick, None, Split::Label),
            ask(CounterKind::SocialClick, None, Split::None),
            ask(CounterKind::Copy, None, Split::None),
            ask(CounterKind::View, None, Split::None),
            ask(CounterKind::ViewWithoutWidget, None, Split::None),
            ask(CounterKind::Visit, Some(VisitKind::AiAssistant.as_str()), Split::Detail),
        ]
    }

    /// Takes the answers to [`Self::questions`] from the front of `answers`.
    pub(super) fn take(answers: &mut impl Iterator<Item = Counts>) -> Self {
        let mut next = || answers.next().unwrap_or_default();
        Self {
            ai_clicks: next(),
            question_clicks: next(),
            social_clicks: next(),
            copies: next(),
            views: next(),
            views_without_widget: next(),
            ai_referrals: next(),
        }
    }

    pub(super) fn sums(&self) -> Sums {
        Sums {
            asks: asks(self.ai_clicks.total(), self.question_clicks.total()),
            ai_referrals: self.ai_referrals.total(),
            question_clicks: self.question_clicks.total(),
            shares: self.social_clicks.total() + self.copies.total(),
            views: self.views.total(),
        }
    }

    pub(super) fn totals(&self, days: i32) -> OverviewTotals {
        let Sums { asks, ai_referrals, question_clicks, shares, views } = self.sums();
        let views_with_widget = views - self.views_without_widget.total();
        OverviewTotals {
            asks,
            ai_referrals,
            question_clicks,
            shares,
            views,
            views_with_widget,
            asks_per_100_views: asks_per_100_views(asks, views_with_widget),
            days,
        }
    }

    pub(super) fn series(&self, rows: &Rows) -> Vec<OverviewRow> {
        let sums = |counts: &[&Counts]| rows.sums(counts.iter().flat_map(|counts| counts.by_slot.iter().copied()));
        let asks = sums(&[&self.ai_clicks, &self.question_clicks]);
        let (ai_referrals, question_clicks) = (sums(&[&self.ai_referrals]), sums(&[&self.question_clicks]));
        let (shares, views) = (sums(&[&self.social_clicks, &self.copies]), sums(&[&self.views]));
        let row = |(place, date): (usize, &str)| OverviewRow {
            date: date.to_owned(),
            asks: asks[place],
            ai_referrals: ai_referrals[place],
            question_clicks: question_clicks[place],
            shares: shares[place],
            views: views[place],
        };
        rows.names().enumerate().map(row).collect()
    }

    /// The series by assistant. The number of asks decides which assistants have their own.
    pub(super) fn by_platform(&self, rows: &Rows) -> Vec<PlatformPart> {
        let asks = self.ai_clicks.split.iter().chain(&self.question_clicks.split);
        let asks = parts(rows, MAX_PARTS, asks.map(|(label, values)| (named(label), values.clone())));
        let sent_back = |wanted: &dyn Fn(&str) -> bool| {
            let values = self.ai_referrals.split.iter().filter(|(label, _)| wanted(label));
            rows.sums(values.flat_map(|(_, values): (_, &Vec<SlotValue>)| values.iter().copied()))
        };
        let is_apart = |label: &str| asks.iter().any(|(known, _)| known == label && label != OTHER);
        let mut by_platform: Vec<PlatformPart> = asks
            .iter()
            .filter(|(label, _)| label != OTHER)
            .map(|(label, values)| PlatformPart {
                platform: label.clone(),
                asks: values.clone(),
                ai_referrals: sent_back(&|sender| sender == label),
                other: false,
            })
            .collect();
        let rest = asks.iter().find(|(label, _)| label == OTHER).map(|(_, values)| values.clone());
        let rest_back = sent_back(&|sender| !is_apart(sender));
        if rest.is_some() || rest_back.iter().any(|value| *value != 0) {
            let asks = rest.unwrap_or_else(|| vec![0; rows.len()]);
            by_platform.push(PlatformPart { platform: OTHER.into(), asks, ai_referrals: rest_back, other: true });
        }
        by_platform
    }
}
