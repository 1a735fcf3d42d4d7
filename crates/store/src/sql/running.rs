//! Runs a statement on a pool or a connection, and returns its rows.

use askline_app::ports::{StoreError, StoreResult};
use askline_domain::shared::paging::{Page, PageRequest};
use futures_util::{StreamExt as _, TryStreamExt as _, stream::BoxStream};
use tokio::time::timeout;

use super::{
    connection::{Connection, Executor},
    row::{Row, Stored},
    rows::{is_outdated, may_try_again, store_error},
    statement::Statement,
};

/// The number of further connections on which a read-only statement is tried, if one is dead or prepared it before a
/// newer release changed the tables.
const MAX_CONNECTIONS: u32 = 64;

/// Runs a statement on its executor with the sqlx method that is given.
macro_rules! run {
    ($statement:expr, $executor:expr, $method:ident, $then:expr, $else:expr) => {
        match $executor.into() {
            Executor::SqlitePool(pool) => $statement.on_sqlite()?.$method(pool).await.map($then).map_err(store_error),
            Executor::Sqlite(connection) => {
                $statement.on_sqlite()?.$method(connection).await.map($then).map_err(store_error)
            }
            Executor::PostgresPool(pool) => {
                let mut failed = 0;
                loop {
                    let mut leased = pool.acquire().await.map_err(store_error)?;
                    match run_leased!($statement.clone(), leased, $method) {
                        // The next connection may also be dead, or have prepared the statement before.
                        Err(error) if failed < MAX_CONNECTIONS && (is_outdated(&error) || may_try_again(&error)) => {
                            failed += 1;
                        }
                        outcome => break outcome.map($else).map_err(store_error),
                    }
                }
            }
            Executor::Postgres(leased) => {
                let outcome = run_leased!($statement, leased, $method);
                outcome.map($else).map_err(|error| leased.error(error))
            }
        }
    };
}

/// Runs a statement on a connection to PostgreSQL, with a time limit for its answer.
macro_rules! run_leased {
    ($statement:expr, $leased:expr, $method:ident) => {{
        let within = $statement.limit.duration();
        let query = $statement.on_postgres()?;
        let connection = $leased.ask().map_err(store_error)?;
        let outcome = timeout(within, query.$method(connection)).await;
        $leased.answered(outcome)
    }};
}

impl Statement {
    /// Runs the statement; returns how many rows it changed.
    pub(crate) async fn execute(self, on: impl Into<Executor<'_>>) -> StoreResult<u64> {
        run!(self, on, execute, |done| done.rows_affected(), |done| done.rows_affected())
    }

    /// Returns the only row.
    pub(crate) async fn fetch_one(self, on: impl Into<Executor<'_>>) -> StoreResult<Row> {
        run!(self, on, fetch_one, Row::Sqlite, Row::Postgres)
    }

    /// Returns the first row, if there is one.
    pub(crate) async fn fetch_optional(self, on: impl Into<Executor<'_>>) -> StoreResult<Option<Row>> {
        run!(self, on, fetch_optional, |row| row.map(Row::Sqlite), |row| row.map(Row::Postgres))
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
        run!(self, on, fetch_all, |rows| rows.into_iter().map(Row::Sqlite).collect(), |rows| rows
            .into_iter()
            .map(Row::Postgres)
            .collect())
    }

    /// Returns row by row, for results that are too large to keep in memory.
    pub(crate) fn fetch(self, connection: &mut Connection) -> StoreResult<BoxStream<'_, StoreResult<Row>>> {
        Ok(match connection.executor() {
            Executor::Sqlite(connection) => {
                self.on_sqlite()?.fetch(connection).map_ok(Row::Sqlite).map_err(store_error).boxed()
            }
            Executor::Postgres(leased) => {
                let limit = self.limit;
                let rows = leased.fetch(self.on_postgres()?, limit).map_err(store_error)?;
                rows.map_ok(Row::Postgres).map_err(store_error).boxed()
            }
            Executor::SqlitePool(_) | Executor::PostgresPool(_) => {
                return Err(StoreError::Internal("a session is a connection of its own".into()));
            }
        })
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
