//! Tests which counts clearly differ from the previous period: asks, visits, shares, views.

use std::collections::BTreeMap;

use askline_domain::{
    analytics::clear_count::{Compared, is_clear_among},
    shared::calendar::{Day, Window},
};
use jiff::{Timestamp, tz::TimeZone};
use schemars::JsonSchema;
use serde::Serialize;

use super::{before::Before, board::figures::figures_asked};
use crate::ports::analytics::{Counts, CountsQuestion};

/// Whether each count clearly differs from that of the previous period. The test uses at least eight weeks of earlier days, and
/// accounts for weekdays and for how much days vary. Also false if the history is too short to tell.
#[derive(Debug, Clone, Copy, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClearChanges {
    /// Clicks on an assistant's button or on a question: AI clicks and question clicks together.
    pub asks: bool,
    /// Visits that an AI assistant sent.
    pub ai_referrals: bool,
    /// Clicks on a question, suggested or the reader's own.
    pub question_clicks: bool,
    /// Clicks on share buttons, and copies.
    pub shares: bool,
    /// Page views.
    pub views: bool,
}

/// The number of counts that the overview shows together.
pub const OVERVIEW_COUNTS: usize = 5;

/// The days with which a window is compared.
pub struct History(Option<Compared>);

impl History {
    /// The history of a window and the previous one, as of now.
    pub fn of(window: Window, before: Before, now: Timestamp, zone: &TimeZone) -> Self {
        Self(Compared::of(window, before.window, Day::of(now, zone)))
    }

    /// The questions that must be asked.
    pub fn questions(&self) -> Vec<CountsQuestion> {
        self.0.map_or_else(Vec::new, |compared| figures_asked(compared.days()).into())
    }

    /// What the answers show, if `together` counts are shown together.
    pub fn clear(&self, answers: &[Counts], together: usize) -> ClearChanges {
        let is_clear = |places: &[usize]| {
            let Some(compared) = self.0 else { return false };
            let mut by_day = BTreeMap::new();
            for value in places.iter().filter_map(|place| answers.get(*place)).flat_map(|counts| &counts.by_slot) {
                *by_day.entry(value.slot.day).or_default() += value.value;
            }
            is_clear_among(compared.rarity(&by_day), together)
        };
        ClearChanges {
            asks: is_clear(&[0, 1]),
            ai_referrals: is_clear(&[2]),
            question_clicks: is_clear(&[1]),
            shares: is_clear(&[3, 4]),
            views: is_clear(&[5]),
        }
    }
}
