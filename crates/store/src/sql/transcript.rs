//! Records the statements of a change and PostgreSQL's answers, to do it again.
//!
//! The server may have rolled it back: because of another transaction, or because the connection died. No part of it
//! was done then.
//!
//! Its statements run again in their order. Where each gets the same answer as before, the code that makes the change
//! cannot tell the two times apart, and goes on. Where one does not, it was decided on outdated data, and the change
//! fails.

use askline_app::ports::StoreError;
use sqlx::{
    Row as _, ValueRef as _,
    postgres::{PgQueryResult, PgRow},
};

use super::{link::Link, statement::Statement};

/// Statements with their answers.
#[derive(Default)]
pub(super) struct Transcript(Vec<(Statement, Answer)>);

/// The kind of a statement's answer, and the answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Touched(u64),
    First(Option<Cells>),
    All(Vec<Cells>),
}

/// The columns of a row as the server sent them.
type Cells = Vec<Option<Vec<u8>>>;

impl Transcript {
    pub(super) fn note(&mut self, statement: Statement, answer: Answer) {
        self.0.push((statement, answer));
    }

    /// Runs all of it again; returns whether every answer is the same.
    pub(super) async fn run(&self, link: &mut Link) -> sqlx::Result<bool> {
        for (statement, before) in &self.0 {
            let query = statement.clone().on_postgres().map_err(unsendable)?;
            let answer = match before {
                Answer::Touched(_) => query.execute(&mut *link).await?.answer(),
                Answer::First(_) => query.fetch_optional(&mut *link).await?.answer(),
                Answer::All(_) => query.fetch_all(&mut *link).await?.answer(),
            };
            if answer != *before {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn unsendable(error: StoreError) -> sqlx::Error {
    sqlx::Error::Encode(error.into())
}

/// What sqlx makes of a statement's answer.
pub(super) trait Answered {
    fn answer(&self) -> Answer;
}

impl Answered for PgQueryResult {
    fn answer(&self) -> Answer {
        Answer::Touched(self.rows_affected())
    }
}

impl Answered for PgRow {
    fn answer(&self) -> Answer {
        Answer::First(Some(cells(self)))
    }
}

impl Answered for Option<PgRow> {
    fn answer(&self) -> Answer {
        Answer::First(self.as_ref().map(cells))
    }
}

impl Answered for Vec<PgRow> {
    fn answer(&self) -> Answer {
        Answer::All(self.iter().map(cells).collect())
    }
}

fn cells(row: &PgRow) -> Cells {
    let cell =
        |column| row.try_get_raw(column).ok().filter(|value| !value.is_null())?.as_bytes().ok().map(<[u8]>::to_vec);
    (0..row.len()).map(cell).collect()
}
