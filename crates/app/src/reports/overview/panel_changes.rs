//! The rows of each panel beside the previous period.

use askline_domain::events::CounterKind;

use super::counted::Counted;
use crate::{
    ports::analytics::{Counts, CountsQuestion, Split},
    reports::{
        counters::{asked_question, named},
        row_changes::{RowChanges, Tested},
    },
};

/// The counters whose rows are tested, with the label that names them. Those of the sums' history are not asked twice.
const BY_ROW: [(CounterKind, Split); 5] = [
    (CounterKind::QuestionClick, Split::Detail),
    (CounterKind::Visit, Split::Detail),
    (CounterKind::Crawler, Split::Label),
    (CounterKind::DeviceView, Split::Label),
    (CounterKind::ItemClick, Split::Detail),
];

/// The previous period of each panel's rows.
#[derive(Default)]
pub(super) struct PanelChanges {
    pub(super) assistants: RowChanges,
    pub(super) questions: RowChanges,
    pub(super) sources: RowChanges,
    pub(super) shares: RowChanges,
    pub(super) crawlers: RowChanges,
    pub(super) devices: RowChanges,
    pub(super) items: RowChanges,
}

/// The counters of the previous window that only panels show.
pub(super) struct PanelsBefore {
    pub(super) visits: Counts,
    pub(super) crawlers: Counts,
    pub(super) device_views: Counts,
    pub(super) items: Counts,
}

/// The questions about rows by day, which follow those of the history.
pub(super) fn questions(tested: Tested) -> Vec<CountsQuestion> {
    BY_ROW.iter().flat_map(|(kind, rows_by)| tested.questions(&[*kind], *rows_by)).collect()
}

impl PanelChanges {
    /// Compares the rows of all panels. `history` answers the questions about the sums, split by label, and `by_row` those of
    /// [`questions`].
    pub(super) fn of(
        tested: Tested,
        (counted, before): (&Counted, &PanelsBefore),
        history: &[Counts],
        by_row: &[Counts],
    ) -> Self {
        let empty = Counts::default();
        let of_history = |place: usize| history.get(place).unwrap_or(&empty);
        let of_rows = |place: usize| by_row.get(place).unwrap_or(&empty);
        let [ai_clicks, question_clicks, social_clicks, copies] = [0, 1, 3, 4].map(of_history);
        let [questions, visits, crawlers, devices, items] = [0, 1, 2, 3, 4].map(of_rows);
        let rows = |rows_by, before: &[&Counts], days: &[&Counts], name: fn(&str) -> String| {
            RowChanges::of_counts(rows_by, before.iter().copied(), tested, days.iter().copied(), name)
        };
        let (by_label, by_detail) = (Split::Label, Split::Detail);
        let Counted { ai_clicks: ai_before, question_clicks: questions_before, .. } = counted;
        Self {
            assistants: rows(by_label, &[ai_before, questions_before], &[ai_clicks, question_clicks], named),
            questions: rows(by_detail, &[questions_before], &[questions], asked_question),
            sources: rows(by_detail, &[&before.visits], &[visits], str::to_owned),
            shares: {
                let before = [&counted.social_clicks, &counted.copies];
                rows(by_label, &before, &[social_clicks, copies], str::to_owned)
            },
            crawlers: rows(by_label, &[&before.crawlers], &[crawlers], str::to_owned),
            devices: rows(by_label, &[&before.device_views], &[devices], str::to_owned),
            items: rows(by_detail, &[&before.items], &[items], str::to_owned),
        }
    }
}
