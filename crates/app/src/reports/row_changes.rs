//! Each row of a breakdown beside the previous period, and whether it clearly changed.

use std::collections::BTreeMap;

use askline_domain::{
    analytics::{
        BreakdownRow, OTHER, PageRow,
        clear_count::Compared,
        clear_rows::{ByDay, RowChange, changes},
        filter::AnalyticsFilter,
        series::SlotValue,
    },
    events::CounterKind,
    shared::calendar::{Day, Window},
};
use jiff::{Timestamp, tz::TimeZone};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    before::Before,
    question::{Question, ReportedSite},
};
use crate::ports::{
    StoreResult,
    all::Ports,
    analytics::{Counts, CountsQuestion, Split},
};

/// A row's count in the previous period, with `compare=previous`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RowBefore {
    /// The count in the previous period, with `compare=previous`. Until the period has ended, the previous one is counted up to the
    /// same hour, including that hour. The row that sums the rest has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "i64", default)]
    pub previous: Option<i64>,
    /// Whether the count clearly differs, with `compare=previous` and no filter. The rows of the whole list are tested together.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "RowChange", default)]
    pub change: Option<RowChange>,
}

/// The days by which rows are tested: whole days of both windows and the weeks before them.
#[derive(Debug, Clone, Copy)]
pub enum Tested {
    /// A filtered list has no verdicts.
    Filtered,
    /// No day of the window is over.
    NoDay,
    /// These days are compared.
    Days(Compared),
}

impl Tested {
    /// The days by which the rows of a list are tested, as of now.
    pub fn of(filter: &AnalyticsFilter, window: Window, before: Before, (now, zone): (Timestamp, &TimeZone)) -> Self {
        if *filter != AnalyticsFilter::default() {
            return Self::Filtered;
        }
        Compared::of(window, before.window, Day::of(now, zone)).map_or(Self::NoDay, Self::Days)
    }

    /// The questions about the rows of these counters on the tested days.
    pub fn questions(self, kinds: &[CounterKind], rows_by: Split) -> Vec<CountsQuestion> {
        let Some(days) = self.days() else { return Vec::new() };
        kinds.iter().map(|kind| CountsQuestion { split: rows_by, ..CountsQuestion::by_day(*kind, days) }).collect()
    }

    /// The days whose counts must be known; `None` if nothing is tested.
    pub fn days(self) -> Option<Window> {
        match self {
            Self::Days(compared) => Some(compared.days()),
            Self::Filtered | Self::NoDay => None,
        }
    }
}

/// The previous period of the rows of a list; the default for a list that is not compared.
#[derive(Debug, Default)]
pub struct RowChanges(Option<Rows>);

#[derive(Debug)]
struct Rows {
    before: BTreeMap<String, i64>,
    verdicts: BTreeMap<String, RowChange>,
    /// The verdict on a row that is not among the tested ones.
    otherwise: Option<RowChange>,
}

impl RowChanges {
    /// Compares rows. `before` are their counts in the previous window, `days` those of each day that is tested.
    pub fn of(
        before: impl IntoIterator<Item = (String, i64)>,
        tested: Tested,
        days: impl IntoIterator<Item = (String, ByDay)>,
    ) -> Self {
        let mut sums = BTreeMap::new();
        for (row, value) in before {
            *sums.entry(row).or_default() += value;
        }
        let (verdicts, otherwise) = match tested {
            Tested::Filtered => (BTreeMap::new(), None),
            Tested::NoDay => (BTreeMap::new(), Some(RowChange::TOO_SHORT)),
            Tested::Days(compared) => (changes(compared, gathered(days)), Some(RowChange::TOO_FEW)),
        };
        Self(Some(Rows { before: sums, verdicts, otherwise }))
    }

    /// Compares the rows of counters that their label or detail names. `before` are those of the previous window, `days` those of the
    /// tested days, split by the same label. `name` is the name of a row, given its label.
    pub fn of_counts<'c>(
        rows_by: Split,
        before: impl IntoIterator<Item = &'c Counts>,
        tested: Tested,
        days: impl IntoIterator<Item = &'c Counts>,
        name: impl Fn(&str) -> String,
    ) -> Self {
        let label = |row: &BreakdownRow| match rows_by {
            Split::Detail => name(&row.detail),
            Split::Label | Split::None => name(&row.label),
        };
        let before = before.into_iter().flat_map(|counts| &counts.breakdown).map(|row| (label(row), row.value));
        let days = days.into_iter().flat_map(|counts| &counts.split);
        Self::of(before, tested, days.map(|(label, values)| (name(label), by_day(values))))
    }

    /// Reads and compares the rows of counters; the default without a previous window.
    pub async fn read(
        ports: &Ports,
        site: ReportedSite<'_>,
        question: &Question,
        (kinds, rows_by): (&[CounterKind], Split),
        name: impl Fn(&str) -> String,
        now: Timestamp,
    ) -> StoreResult<Self> {
        let Some(before) = question.before else { return Ok(Self::default()) };
        let tested = Tested::of(&question.filter, question.window, before, (now, site.time_zone));
        let then =
            |kind: &CounterKind| CountsQuestion { cut: before.cut, ..CountsQuestion::by_day(*kind, before.window) };
        let mut questions: Vec<CountsQuestion> = kinds.iter().map(then).collect();
        questions.extend(tested.questions(kinds, rows_by));
        let counts = ports.analytics.counts(site.site.id, &question.filter, questions).await?;
        let (before, days) = counts.split_at(kinds.len().min(counts.len()));
        Ok(Self::of_counts(rows_by, before, tested, days, name))
    }

    /// Whether rows are compared.
    pub fn is_compared(&self) -> bool {
        self.0.is_some()
    }

    /// What is known about a row.
    pub fn row(&self, name: &str) -> RowBefore {
        match &self.0 {
            // It sums rows that are not the same ones in both periods.
            _ if name == OTHER => RowBefore::default(),
            None => RowBefore::default(),
            Some(rows) => RowBefore {
                previous: Some(rows.before.get(name).copied().unwrap_or(0)),
                change: rows.verdicts.get(name).copied().or(rows.otherwise),
            },
        }
    }

    /// What is known about a page or a folder. A folder has no verdict.
    pub fn page(&self, row: &PageRow) -> RowBefore {
        let is_page = |path: &&String| !path.ends_with("/**");
        let change = row.path.as_ref().filter(is_page).and_then(|path| self.row(path).change);
        RowBefore { previous: row.previous_asks, change }
    }
}

/// The values of each row by day. Values of the same row are added up, and so are those of a day's hours.
fn gathered(rows: impl IntoIterator<Item = (String, ByDay)>) -> BTreeMap<String, ByDay> {
    let mut gathered = BTreeMap::<String, ByDay>::new();
    for (row, by_day) in rows {
        let sums = gathered.entry(row).or_default();
        for (day, value) in by_day {
            *sums.entry(day).or_default() += value;
        }
    }
    gathered
}

/// The values of a series by day.
pub fn by_day<'v>(values: impl IntoIterator<Item = &'v SlotValue>) -> ByDay {
    let mut sums = ByDay::new();
    for value in values {
        *sums.entry(value.slot.day).or_default() += value.value;
    }
    sums
}
