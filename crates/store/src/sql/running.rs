//! Runs a statement on a pool or a connection, and returns its rows.

use askline_app::ports::{StoreError, StoreResult};
use askline_domain::shared::paging::{Page, PageRequest};
use futures_util::{StreamExt as _, TryStreamExt as _, stream::BoxStream};
use sqlx::{Either, Executor as _};
use tokio::time::timeout;

use super::{
    connection::{Connection, Connections, Executor, Pool, no_slot},
    leased::Leased,
    row::{Row, Stored},
    rows::{is_outdated, may_try_again, store_error},
    statement::{ANSWER_WITHIN, Statement},
};

/// The number of further connections on which a read-only statement is tried, if one is dead or prepared it before a
/// newer release changed the tables.
const MAX_CONNECTIONS: u32 = 64;

/// What a statement returned.
struct Outcome {
    rows: Vec<Row>,
    changed: u64,
}

impl Statement {
    async fn run(self, on: impl Into<Executor<'_>>) -> StoreResult<Outcome> {
        let steps = match on.into() {
            Executor::Pool(pool) => return self.run_on_pool(pool).await,
            Executor::Connection(Connection::Sqlite(connection, _)) => connection.fetch_many(self.on_sqlite()?),
            Executor::Connection(Connection::SqliteChange(transaction, _)) => transaction.fetch_many(self.on_sqlite()?),
            Executor::Connection(Connection::Postgres(leased, _)) => {
                return self.run_on(leased).await?.map_err(|error| leased.error(error));
            }
        };
        gather(steps, |done| done.rows_affected(), Row::Sqlite).await.map_err(store_error)
    }

    /// Runs the statement on a connection of a pool, in a slot of its own.
    async fn run_on_pool(self, pool: &Pool) -> StoreResult<Outcome> {
        let _slot = pool.slots.take().await.map_err(no_slot)?;
        let steps = match &pool.connections {
            Connections::Sqlite(pool) => pool.fetch_many(self.on_sqlite()?),
            Connections::Postgres(pool) => {
                let mut failed = 0;
                loop {
                    let mut leased = pool.acquire().await.map_err(store_error)?;
                    match self.clone().run_on(&mut leased).await? {
                        // The next connection may also be dead, or have prepared the statement before.
                        Err(error) if failed < MAX_CONNECTIONS && (is_outdated(&error) || may_try_again(&error)) => {
                            failed += 1;
                        }
                        outcome => return outcome.map_err(store_error),
                    }
                }
            }
        };
        gather(steps, |done| done.rows_affected(), Row::Sqlite).await.map_err(store_error)
    }

    /// Runs the statement on a connection to PostgreSQL, with a time limit for its answer.
    async fn run_on(self, leased: &mut Leased) -> StoreResult<sqlx::Result<Outcome>> {
        let steps = leased.ask().map_err(store_error)?.fetch_many(self.on_postgres()?);
        let outcome = timeout(ANSWER_WITHIN, gather(steps, |done| done.rows_affected(), Row::Postgres)).await;
        Ok(leased.answered(outcome))
    }

    /// Runs the statement; returns how many rows it changed.
    pub(crate) async fn execute(self, on: impl Into<Executor<'_>>) -> StoreResult<u64> {
        Ok(self.run(on).await?.changed)
    }

    /// Returns the only row.
    pub(crate) async fn fetch_one(self, on: impl Into<Executor<'_>>) -> StoreResult<Row> {
        self.fetch_optional(on).await?.ok_or_else(|| store_error(sqlx::Error::RowNotFound))
    }

    /// Returns the first row, if there is one. All rows are read, so a statement that may have many needs a `LIMIT`.
    pub(crate) async fn fetch_optional(self, on: impl Into<Executor<'_>>) -> StoreResult<Option<Row>> {
        Ok(self.fetch_all(on).await?.into_iter().next())
    }

    /// Returns the first row, converted by `read`, if there is one.
    pub(crate) async fn optional<T>(
        self,
        on: impl Into<Executor<'_>>,
        read: impl FnOnce(&Row) -> StoreResult<T>,
    ) -> StoreResult<Option<T>> {
        self.fetch_optional(on).await?.as_ref().map(read).transpose()
    }

    /// Returns all rows, converted by `read`.
    pub(crate) async fn all<T>(
        self,
        on: impl Into<Executor<'_>>,
        read: impl FnMut(&Row) -> StoreResult<T>,
    ) -> StoreResult<Vec<T>> {
        self.fetch_all(on).await?.iter().map(read).collect()
    }

    /// Returns a page of the rows, converted by `read`. Its length is bound as the last value of the statement.
    pub(crate) async fn page<T>(
        self,
        on: impl Into<Executor<'_>>,
        page: PageRequest,
        read: impl FnMut(&Row) -> StoreResult<T>,
    ) -> StoreResult<Page<T>> {
        // One row more than a page contains, to know whether more follow.
        let rows = self.bind(i64::from(page.limit) + 1).all(on, read).await?;
        Ok(Page::cut(rows, page.limit))
    }

    /// Returns all rows.
    pub(crate) async fn fetch_all(self, on: impl Into<Executor<'_>>) -> StoreResult<Vec<Row>> {
        Ok(self.run(on).await?.rows)
    }

    /// Returns row by row, for results that are too large to keep in memory.
    pub(crate) fn fetch(self, connection: &mut Connection) -> StoreResult<BoxStream<'_, StoreResult<Row>>> {
        let rows = match connection {
            Connection::Sqlite(connection, _) => connection.fetch(self.on_sqlite()?),
            Connection::SqliteChange(transaction, _) => transaction.fetch(self.on_sqlite()?),
            Connection::Postgres(leased, _) => {
                let rows = leased.fetch(self.on_postgres()?).map_err(store_error)?;
                return Ok(rows.map_ok(Row::Postgres).map_err(store_error).boxed());
            }
        };
        Ok(rows.map_ok(Row::Sqlite).map_err(store_error).boxed())
    }

    /// Returns the first column of the only row.
    pub(crate) async fn value<T: Stored>(self, on: impl Into<Executor<'_>>) -> StoreResult<T> {
        first_column(&self.fetch_one(on).await?)
    }

    /// Returns the first column of the first row, if there is one.
    pub(crate) async fn optional_value<T: Stored>(self, on: impl Into<Executor<'_>>) -> StoreResult<Option<T>> {
        self.fetch_optional(on).await?.as_ref().map(first_column).transpose()
    }

    /// Returns the first column of all rows.
    pub(crate) async fn values<T: Stored>(self, on: impl Into<Executor<'_>>) -> StoreResult<Vec<T>> {
        self.fetch_all(on).await?.iter().map(first_column).collect()
    }
}

fn first_column<T: Stored>(row: &Row) -> StoreResult<T> {
    T::read(row).ok_or_else(|| StoreError::Internal(format!("{} is not what was asked for", row.first_column_name())))
}

async fn gather<D, R>(
    mut steps: BoxStream<'_, sqlx::Result<Either<D, R>>>,
    changed: impl Fn(D) -> u64,
    row: impl Fn(R) -> Row,
) -> sqlx::Result<Outcome> {
    let mut outcome = Outcome { rows: Vec::new(), changed: 0 };
    while let Some(step) = steps.try_next().await? {
        match step {
            Either::Left(done) => outcome.changed += changed(done),
            Either::Right(next) => outcome.rows.push(row(next)),
        }
    }
    Ok(outcome)
}
