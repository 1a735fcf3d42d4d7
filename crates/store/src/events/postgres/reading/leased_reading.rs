//! Connections for reading, with a time limit for each answer.

use std::time::Duration;

use askline_app::ports::{StoreError, StoreResult};
use tokio::time::timeout;

use crate::{
    events::postgres::store::Inner,
    sql::{Link, rows::store_error},
};

/// How long to wait for an answer. It is longer than the server's limit for a statement (`statement_timeout`); a frozen
/// or unreachable server does not enforce that limit.
const ANSWER_WITHIN: Duration = Duration::from_secs(35);
/// A transaction whose statements all see one state of the database. Each statement is planned for its own values: a
/// generic plan, kept for all values, expects few rows of a site and fetches each by an index, and it would lock every
/// partition of raw events. Starting another process for a plan costs about 10 ms, ten times what PostgreSQL assumes.
const ONE_STATE: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; \
    SET LOCAL plan_cache_mode = force_custom_plan; SET LOCAL parallel_setup_cost = 10000";
/// A transaction for the first or last raw events of a few days, in the order of their index. A day's partition is new;
/// until it is analyzed, the server expects few rows in it and would sort them all to find the first.
const OF_FEW_DAYS: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; \
    SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off; SET LOCAL plan_cache_mode = force_custom_plan";

/// A connection for one question. After the answer it returns to the pool; otherwise it is closed, because what the
/// server would still send on it has no recipient.
pub(crate) struct Reading {
    /// `None` after it was returned.
    link: Option<Link>,
}

impl Inner {
    /// Takes a connection for one statement.
    pub(crate) async fn reading(&self) -> StoreResult<Reading> {
        let link = self.read.acquire().await.map_err(store_error)?;
        Ok(Reading { link: Some(link) })
    }

    /// Begins a transaction that sees one state of the database and changes nothing.
    pub(crate) async fn one_state(&self) -> StoreResult<Reading> {
        self.begin(ONE_STATE).await
    }

    /// Begins a read-only transaction for the first or last raw events of a few days.
    pub(crate) async fn of_few_days(&self) -> StoreResult<Reading> {
        self.begin(OF_FEW_DAYS).await
    }

    async fn begin(&self, beginning: &'static str) -> StoreResult<Reading> {
        let mut reading = self.reading().await?;
        timeout(ANSWER_WITHIN, reading.link().begin(beginning)).await.map_err(|_| late())?.map_err(store_error)?;
        Ok(reading)
    }
}

impl Reading {
    /// Runs a question on the connection, and returns the connection to the pool.
    pub(crate) async fn ask<T>(mut self, question: impl AsyncFnOnce(&mut Link) -> StoreResult<T>) -> StoreResult<T> {
        let answer = timeout(ANSWER_WITHIN, question(self.link())).await.map_err(|_| late())??;
        // Its transaction ends after the caller has the answer.
        drop(self.link.take());
        Ok(answer)
    }

    fn link(&mut self) -> &mut Link {
        self.link.as_mut().expect("it is given back at the end alone")
    }
}

fn late() -> StoreError {
    StoreError::Unavailable("PostgreSQL has not answered in time".into())
}

impl Drop for Reading {
    fn drop(&mut self) {
        if let Some(link) = self.link.take() {
            link.close();
        }
    }
}
