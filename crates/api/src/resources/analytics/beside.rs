//! The columns of a file that compare its rows with the previous period.

use askline_app::{
    ports::analytics::Split,
    reports::row_changes::{RowBefore, RowChanges},
};
use askline_domain::{analytics::clear_rows::RowReason, events::CounterKind};

use super::question::Question;
use crate::{
    files::table_file::{
        Wanted,
        cell::{Cell, Row},
        words::Word,
    },
    pipeline::handling::{ApiError, Call, SiteAccess},
};

/// The rows of the previous period, if a file compares its rows.
pub(super) struct Beside {
    changes: RowChanges,
    wanted: Wanted,
}

impl Beside {
    /// Reads the previous period of counters whose rows are named by a label.
    pub(super) async fn read(
        call: &Call<SiteAccess>,
        question: &Question,
        wanted: Wanted,
        kinds: (&[CounterKind], Split),
        name: impl Fn(&str) -> String,
    ) -> Result<Self, ApiError> {
        let (site, now) = (call.tenant.site.reported(), call.request.at);
        let changes = RowChanges::read(call.app.ports(), site, &question.asked, kinds, name, now).await?;
        Ok(Self { changes, wanted })
    }

    /// The columns of a file, with those that compare.
    pub(super) fn columns(&self, columns: &[Word]) -> Vec<Word> {
        let more = if self.changes.is_compared() { &COLUMNS[..] } else { &[] };
        columns.iter().chain(more).copied().collect()
    }

    /// The cells of a row, with those that compare.
    pub(super) fn with(&self, mut cells: Row, row: &str, value: i64) -> Row {
        if self.changes.is_compared() {
            cells.extend(compared(self.changes.row(row), value, self.wanted));
        }
        cells
    }
}

/// The headings of the columns that compare.
pub(super) const COLUMNS: [Word; 2] = [Word::Before, Word::Change];

/// The cells below these headings.
pub(super) fn compared(before: RowBefore, value: i64, wanted: Wanted) -> [Cell; 2] {
    let rose = before.previous.is_none_or(|previous| value > previous);
    let change = before.change.map(|change| match change.reason {
        RowReason::Clear if rose => Word::ClearRise,
        RowReason::Clear => Word::ClearFall,
        RowReason::WithinVariation => Word::NoClearChange,
        RowReason::TooShort => Word::TooShort,
        RowReason::TooFew => Word::TooFew,
    });
    let change = change.map_or(Cell::Nothing, |word| Cell::Text(wanted.word(word).to_owned()));
    [Cell::from(before.previous), change]
}
