//! The rows of counters that answer a question, summed as the question demands.

use std::collections::HashMap;

use askline_app::ports::analytics::{Counts, CountsQuestion, Split};
use askline_domain::{
    analytics::{
        BreakdownRow,
        filter::{AnalyticsFilter, PageFilter},
        series::{Slot, SlotValue},
    },
    events::{CounterKind, visit_source::VisitKind},
    shared::calendar::Day,
};

use super::hours::Hours;

/// Whether answering may take milliseconds: the kind can have a thousand rows per day, or a folder can have many pages.
pub(crate) fn may_be_slow(filter: &AnalyticsFilter, questions: &[CountsQuestion]) -> bool {
    let has_many_rows = |kind| {
        use CounterKind::{ItemClick, PromptClick, QuestionClick, Visit};
        matches!(kind, Visit | QuestionClick | PromptClick | ItemClick)
    };
    matches!(filter.page, Some(PageFilter::Folder(_))) || questions.iter().any(|question| has_many_rows(question.kind))
}

/// Which pairs of labels match a filter by platform.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LabelFilter<'f> {
    pub(crate) label: Option<&'f str>,
    pub(crate) detail: Option<&'f str>,
}

impl<'f> LabelFilter<'f> {
    /// Creates the filter for a kind; `None` if a platform is given that no event of the kind can match.
    pub(crate) fn of(kind: CounterKind, platform: Option<&'f str>) -> Option<Self> {
        let Some(platform) = platform else { return Some(Self { label: None, detail: None }) };
        match kind {
            CounterKind::AiClick | CounterKind::SocialClick | CounterKind::QuestionClick | CounterKind::PromptClick => {
                Some(Self { label: Some(platform), detail: None })
            }
            CounterKind::Visit => Some(Self { label: Some(VisitKind::AiAssistant.as_str()), detail: Some(platform) }),
            CounterKind::DeviceAsk => Some(Self { label: None, detail: Some(platform) }),
            // They belong to no platform and are counted for every platform, as in the list of pages.
            CounterKind::View | CounterKind::ViewWithoutWidget | CounterKind::DeviceView => {
                Some(Self { label: None, detail: None })
            }
            CounterKind::Copy | CounterKind::Crawler | CounterKind::LibraryView | CounterKind::ItemClick => None,
        }
    }

    fn admits(self, label: &str, detail: &str) -> bool {
        self.label.is_none_or(|wanted| wanted == label) && self.detail.is_none_or(|wanted| wanted == detail)
    }
}

/// A row of a counter.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CounterRow<'r> {
    pub(crate) day: i32,
    pub(crate) label: &'r str,
    pub(crate) detail: &'r str,
    pub(crate) value: i64,
    pub(crate) hours: Option<&'r [u8]>,
}

/// The answer to a question while its rows are read, day by day.
pub(crate) struct SummingUp<'q> {
    question: &'q CountsQuestion,
    labels: LabelFilter<'q>,
    by_slot: BySlot,
    split: HashMap<String, BySlot>,
    pairs: HashMap<String, HashMap<String, i64>>,
}

impl<'q> SummingUp<'q> {
    /// Starts with no counts; only rows whose labels match are counted.
    pub(crate) fn new(question: &'q CountsQuestion, labels: LabelFilter<'q>) -> Self {
        Self { question, labels, by_slot: BySlot::default(), split: HashMap::new(), pairs: HashMap::new() }
    }

    /// Counts a row of the question's kind and window.
    pub(crate) fn add(&mut self, row: CounterRow<'_>) {
        let question = self.question;
        if !self.labels.admits(row.label, row.detail) || question.label.is_some_and(|wanted| wanted != row.label) {
            return;
        }
        let day = Day(row.day);
        let last_hour = match question.cut {
            Some(cut) if day > cut.day => return,
            Some(cut) if day == cut.day => cut.hour,
            _ => u8::MAX,
        };
        if !question.by_hour && last_hour == u8::MAX {
            self.add_to(Slot { day, hour: 0 }, row, row.value);
            return;
        }
        for (hour, value) in Hours::parts(row.hours, row.value).filter(|(hour, _)| *hour <= last_hour) {
            self.add_to(Slot { day, hour: if question.by_hour { hour } else { 0 } }, row, value);
        }
    }

    fn add_to(&mut self, slot: Slot, CounterRow { label, detail, .. }: CounterRow<'_>, value: i64) {
        self.by_slot.add(slot, value);
        match self.question.split {
            Split::None => {}
            Split::Label => of_name(&mut self.split, label).add(slot, value),
            Split::Detail => of_name(&mut self.split, detail).add(slot, value),
        }
        *of_name(of_name(&mut self.pairs, label), detail) += value;
    }

    /// Returns the answer.
    pub(crate) fn into_counts(self) -> Counts {
        let of_label = |(label, details): (String, HashMap<String, i64>)| {
            details.into_iter().map(move |(detail, value)| BreakdownRow { label: label.clone(), detail, value })
        };
        Counts {
            by_slot: self.by_slot.sorted(),
            breakdown: self.pairs.into_iter().flat_map(of_label).collect(),
            split: self.split.into_iter().map(|(label, values)| (label, values.sorted())).collect(),
        }
    }
}

/// Values of slots, in the order of their days.
#[derive(Default)]
struct BySlot(Vec<SlotValue>);

impl BySlot {
    fn add(&mut self, slot: Slot, value: i64) {
        // The hours of a day appear in any order, and again in each row of the day.
        let of_day = self.0.iter_mut().rev().take_while(|known| known.slot.day == slot.day);
        match of_day.into_iter().find(|known| known.slot == slot) {
            Some(known) => known.value += value,
            None => self.0.push(SlotValue { slot, value }),
        }
    }

    fn sorted(mut self) -> Vec<SlotValue> {
        self.0.sort_unstable_by_key(|known| known.slot);
        self.0
    }
}

/// Returns the value of a name. Names are copied once, not for every row.
fn of_name<'m, V: Default>(map: &'m mut HashMap<String, V>, name: &str) -> &'m mut V {
    if !map.contains_key(name) {
        map.insert(name.to_owned(), V::default());
    }
    map.get_mut(name).expect("it was entered where it was missing")
}
