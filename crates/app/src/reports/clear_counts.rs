//! Tests which counts clearly differ from the previous period: asks, visits, shares, views.

use askline_domain::{
    analytics::clear_count::{Compared, Evidence, is_clear_among},
    shared::calendar::{Day, Window},
};
use jiff::{Timestamp, tz::TimeZone};
use schemars::JsonSchema;
use serde::Serialize;

use super::{before::Before, board::figures::figures_asked, row_changes::by_day};
use crate::{
    ports::analytics::{Counts, CountsQuestion},
    present_fields::every_field_present,
};

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

/// The places of each count among the answers to [`figures_asked`].
const ASKS: &[usize] = &[0, 1];
const AI_REFERRALS: &[usize] = &[2];
const QUESTION_CLICKS: &[usize] = &[1];
const SHARES: &[usize] = &[3, 4];
const VIEWS: &[usize] = &[5];

/// For each count, whether it clearly differs from that of the previous period, why not, and which counts would.
#[derive(Debug, Clone, Copy, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CountChanges {
    /// Clicks on an assistant's button or on a question: AI clicks and question clicks together.
    pub asks: CountChange,
    /// Visits that an AI assistant sent.
    pub ai_referrals: CountChange,
    /// Clicks on a question, suggested or the reader's own.
    pub question_clicks: CountChange,
    /// Clicks on share buttons, and copies.
    pub shares: CountChange,
    /// Page views.
    pub views: CountChange,
}

/// Whether a count clearly differs from that of the previous period.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct CountChange {
    /// Whether it does: as in `clearChanges`.
    pub clear: bool,
    /// Why.
    pub reason: ChangeReason,
    /// From this count on, the rise would be clear. Null if the history is too short, or if no rise could be.
    pub clear_from: Option<i64>,
    /// Up to this count, the fall would be clear. Null if the history is too short, or if not even a fall to 0 would be.
    pub clear_until: Option<i64>,
}

/// Why a change is clear or not.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChangeReason {
    /// It is larger than what the count varies by.
    Clear,
    /// The count varies that much from period to period.
    WithinVariation,
    /// There are less than eight weeks of earlier days, or no day of the period is complete.
    #[default]
    TooShort,
}

impl CountChange {
    const TOO_SHORT: Self = Self { clear: false, reason: ChangeReason::TooShort, clear_from: None, clear_until: None };
}

/// The sums of a whole window.
#[derive(Debug, Clone, Copy)]
pub struct Sums {
    /// AI clicks and question clicks.
    pub asks: i64,
    /// Visits that an AI assistant sent.
    pub ai_referrals: i64,
    /// Clicks on a question.
    pub question_clicks: i64,
    /// Clicks on share buttons, and copies.
    pub shares: i64,
    /// Page views.
    pub views: i64,
}

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
            self.evidence(answers, places).is_some_and(|found| is_clear_among(found.rarity(), together))
        };
        ClearChanges {
            asks: is_clear(ASKS),
            ai_referrals: is_clear(AI_REFERRALS),
            question_clicks: is_clear(QUESTION_CLICKS),
            shares: is_clear(SHARES),
            views: is_clear(VIEWS),
        }
    }

    /// What the answers show about each count, and what would be clear, if all are shown together. `totals` are the counts of the
    /// whole window.
    pub fn changes(&self, answers: &[Counts], totals: Sums) -> CountChanges {
        let change = |places: &[usize], total: i64| {
            let Some(found) = self.evidence(answers, places) else { return CountChange::TOO_SHORT };
            let is_clear = is_clear_among(found.rarity(), OVERVIEW_COUNTS);
            // The test is based on complete days; what was counted today comes on top.
            let bounds = found.clear_bounds(OVERVIEW_COUNTS);
            let today = total - found.complete();
            CountChange {
                clear: is_clear,
                reason: if is_clear { ChangeReason::Clear } else { ChangeReason::WithinVariation },
                clear_from: bounds.from.map(|count| count + today),
                clear_until: bounds.until.map(|count| count + today),
            }
        };
        CountChanges {
            asks: change(ASKS, totals.asks),
            ai_referrals: change(AI_REFERRALS, totals.ai_referrals),
            question_clicks: change(QUESTION_CLICKS, totals.question_clicks),
            shares: change(SHARES, totals.shares),
            views: change(VIEWS, totals.views),
        }
    }

    /// What the counts at these places of [`figures_asked`] show together.
    fn evidence(&self, answers: &[Counts], places: &[usize]) -> Option<Evidence> {
        let values = places.iter().filter_map(|place| answers.get(*place)).flat_map(|counts| &counts.by_slot);
        self.0?.evidence(&by_day(values))
    }
}
