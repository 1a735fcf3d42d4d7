//! Which pairs of labels of a site were counted under their own name. All other pairs are new, and each day has a limit
//! on new pairs; beyond it they are counted as `other`.
//!
//! Labels from lists (platforms, including a site's custom ones, networks, crawlers, known referrers) have no limit: no
//! caller can invent them, and no flood may displace them.

use std::{borrow::Cow, collections::HashMap};

use askline_domain::{
    analytics::OTHER,
    events::{CounterKind, visit_source::VisitKind},
};

use super::{
    day_bounds::{DayLimits, Days},
    name_tables::NameTables,
    stored::{Labels, LabelsKey, Pair},
};

/// The maximum number of `other` rows beyond a day's limit on new pairs: one for each of a few first labels.
const MAX_OTHER_ROWS: u32 = 64;

/// The newest day on which a pair was counted, by first label and second.
type Pairs = HashMap<String, HashMap<String, i32>>;

/// The pairs of a site in memory.
#[derive(Debug, Default)]
pub(crate) struct KnownLabels {
    pairs: HashMap<CounterKind, Pairs>,
    number: usize,
}

impl KnownLabels {
    /// The number of pairs in memory.
    pub(crate) fn len(&self) -> usize {
        self.number
    }

    /// Returns the labels under which a pair is counted on a day.
    pub(crate) fn admit<'l, S: NameTables>(
        &mut self,
        tables: &mut S,
        key: LabelsKey,
        (label, detail): (&'l str, Cow<'l, str>),
        days: &mut Days,
        limits: &DayLimits,
    ) -> Result<Labels<'l>, S::Error> {
        let Some(most) = bound_of(key.1, label, &detail, limits) else { return Ok((label.into(), detail)) };
        if self.is_admitted(tables, key, (label, &detail), days, most)? {
            return Ok((label.into(), detail));
        }
        // The first label is kept while there are few such rows, so that a platform keeps its sum.
        let of_label = self.is_admitted(tables, key, (label, OTHER), days, most + MAX_OTHER_ROWS)?;
        Ok((if of_label { label } else { OTHER }.into(), OTHER.into()))
    }

    /// Whether the pair is known, or becomes known now because the day's limit is not reached.
    fn is_admitted<S: NameTables>(
        &mut self,
        tables: &mut S,
        key: LabelsKey,
        (label, detail): (&str, &str),
        days: &mut Days,
        most: u32,
    ) -> Result<bool, S::Error> {
        let (site, kind, day) = key;
        let pair = Pair { site, kind, label, detail };
        let at_hand = self.pairs.get(&kind).and_then(|pairs| pairs.get(label)).and_then(|pairs| pairs.get(detail));
        let last_day = match at_hand {
            Some(last_day) => Some(*last_day),
            None => tables.read_last_day(pair)?,
        };
        if last_day.is_none() {
            let used = days.of(tables, site, day)?;
            let new = if kind == CounterKind::Visit { &mut used.new_referrers } else { &mut used.new_pairs };
            if *new >= most {
                return Ok(false);
            }
            *new += 1;
            days.note_change(day);
        }
        if last_day.is_none_or(|last_day| last_day < day) {
            tables.write_last_day(pair, day)?;
        }
        let details = self.pairs.entry(kind).or_default().entry(label.to_owned()).or_default();
        self.number +=
            usize::from(details.insert(detail.to_owned(), last_day.map_or(day, |last| last.max(day))).is_none());
        Ok(true)
    }
}

/// The pairs to look up before a pair is counted, if a caller can invent it: the pair, and its first label with
/// `other`.
pub(crate) fn looked_up<'l>(kind: CounterKind, label: &'l str, detail: &'l str) -> Option<[(&'l str, &'l str); 2]> {
    bound_of(kind, label, detail, &DayLimits::default()).map(|_| [(label, detail), (label, OTHER)])
}

/// The maximum number of new pairs of this kind per day; `None` if no caller can invent the labels.
fn bound_of(kind: CounterKind, label: &str, detail: &str, limits: &DayLimits) -> Option<u32> {
    match kind {
        CounterKind::View
        | CounterKind::ViewWithoutWidget
        | CounterKind::Copy
        | CounterKind::AiClick
        | CounterKind::SocialClick
        | CounterKind::Crawler
        | CounterKind::DeviceView
        | CounterKind::DeviceAsk
        | CounterKind::LibraryView => None,
        // A click without a prompt has only a platform.
        CounterKind::QuestionClick | CounterKind::PromptClick | CounterKind::ItemClick => {
            (!detail.is_empty()).then_some(limits.max_new_pairs)
        }
        CounterKind::Visit => match label.parse() {
            Ok(VisitKind::AiAssistant | VisitKind::Search | VisitKind::Social | VisitKind::Direct) => None,
            Ok(VisitKind::Campaign | VisitKind::Other) | Err(_) => Some(limits.max_new_referrers),
        },
    }
}
