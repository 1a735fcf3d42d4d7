//! Statements that the server keeps only while they run.
//!
//! They have no name, so they leave nothing on the server's connection. A statement with values is sent in two parts,
//! its text and then its values, and a pooler that assigns connections per transaction may separate the parts. So it
//! runs in a transaction: a separate one if there is no other.

use futures_util::{
    FutureExt as _, StreamExt as _, TryFutureExt as _, TryStreamExt as _,
    future::{BoxFuture, ready},
    stream::{self, BoxStream},
};
use sqlx::{
    Either, Execute, Executor, Postgres, SqlStr,
    error::BoxDynError,
    postgres::{PgArguments, PgQueryResult, PgRow, PgStatement, PgTypeInfo},
};

use super::link::Link;

/// A row, or the result of the statement.
type Step = Either<PgQueryResult, PgRow>;

impl<'c> Executor<'c> for &'c mut Link {
    type Database = Postgres;

    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, sqlx::Result<Step>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        if self.keeps_statements {
            return self.connection().fetch_many(query);
        }
        let query = match Unnamed::of(query) {
            Ok(query) => query,
            Err(error) => return stream::once(ready(Err(sqlx::Error::Encode(error)))).boxed(),
        };
        if self.has_transaction || query.arguments.is_none() {
            return self.connection().fetch_many(query);
        }
        let steps = self.in_own_transaction(query).map_ok(|steps| stream::iter(steps).map(Ok));
        steps.try_flatten_stream().boxed()
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, sqlx::Result<Option<PgRow>>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let mut steps = self.fetch_many(query);
        async move {
            let mut first = None;
            // Reads to the end, where an error may follow.
            while let Some(step) = steps.try_next().await? {
                first = first.or(step.right());
            }
            Ok(first)
        }
        .boxed()
    }

    fn prepare_with<'e>(self, _: SqlStr, _: &'e [PgTypeInfo]) -> BoxFuture<'e, sqlx::Result<PgStatement>>
    where
        'c: 'e,
    {
        ready(Err(sqlx::Error::Protocol("a statement is prepared when it runs, and not before".into()))).boxed()
    }
}

impl Link {
    /// Runs a statement in a transaction of its own. Its rows are in memory before the first one is returned.
    async fn in_own_transaction<'q, E: 'q + Execute<'q, Postgres>>(
        &mut self,
        query: Unnamed<E>,
    ) -> sqlx::Result<Vec<Step>> {
        self.begin("BEGIN").await?;
        let steps = self.connection().fetch_many(query).try_collect().await;
        match steps {
            Ok(_) => self.commit().await?,
            // If that fails too, the connection is closed when it is dropped.
            Err(_) => drop(self.roll_back().await),
        }
        steps
    }
}

/// A query that is sent as an unnamed statement.
struct Unnamed<E> {
    query: E,
    arguments: Option<PgArguments>,
}

impl<E> Unnamed<E> {
    fn of<'q>(mut query: E) -> Result<Self, BoxDynError>
    where
        E: Execute<'q, Postgres>,
    {
        let arguments = query.take_arguments()?;
        Ok(Self { query, arguments })
    }
}

impl<'q, E: Execute<'q, Postgres>> Execute<'q, Postgres> for Unnamed<E> {
    fn sql(self) -> SqlStr {
        self.query.sql()
    }

    fn statement(&self) -> Option<&PgStatement> {
        self.query.statement()
    }

    fn take_arguments(&mut self) -> Result<Option<PgArguments>, BoxDynError> {
        Ok(self.arguments.take())
    }

    fn persistent(&self) -> bool {
        false
    }
}
