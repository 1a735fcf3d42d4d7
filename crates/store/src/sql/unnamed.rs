//! Statements that the server keeps only while they run.
//!
//! They have no name, so they leave nothing on the server's connection. A statement with values is sent in two parts,
//! its text and then its values, and a pooler that assigns connections per transaction may separate the parts. So it
//! runs in a transaction: a separate one if there is no other.

use futures_util::{
    FutureExt as _, StreamExt as _, TryStreamExt as _,
    future::{BoxFuture, ready},
    stream::{self, BoxStream},
};
use sqlx::{
    Either, Execute, Executor, Postgres, SqlStr,
    error::BoxDynError,
    postgres::{PgArguments, PgQueryResult, PgRow, PgStatement, PgTypeInfo},
};
use tokio::sync::mpsc;

use super::link::{Link, Transaction};

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
        match self.transaction {
            Transaction::None if query.arguments.is_some() => self.fetch_in_own_transaction(query),
            Transaction::None | Transaction::Asked => self.connection().fetch_many(query),
            Transaction::OfStatement => {
                let error = std::io::Error::new(std::io::ErrorKind::NotConnected, "an earlier statement has not ended");
                stream::once(ready(Err(sqlx::Error::Io(error)))).boxed()
            }
        }
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, sqlx::Result<Option<PgRow>>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        if self.keeps_statements {
            return self.connection().fetch_optional(query);
        }
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

    fn prepare_with<'e>(self, sql: SqlStr, types: &'e [PgTypeInfo]) -> BoxFuture<'e, sqlx::Result<PgStatement>>
    where
        'c: 'e,
    {
        if self.keeps_statements {
            return self.connection().prepare_with(sql, types);
        }
        ready(Err(sqlx::Error::Protocol("no statement is kept on this connection".into()))).boxed()
    }
}

impl Link {
    fn fetch_in_own_transaction<'e, 'q: 'e, E>(&'e mut self, query: Unnamed<E>) -> BoxStream<'e, sqlx::Result<Step>>
    where
        E: 'q + Execute<'q, Postgres>,
    {
        let (tell, mut told) = mpsc::channel(1);
        let run = async move {
            self.begin_as(Transaction::OfStatement, "BEGIN").await?;
            match hand_on(self.connection().fetch_many(query), &tell).await {
                Ok(()) => self.commit().await,
                Err(error) => {
                    // The statement failed; if its connection is dead, the next statement fails as well and reports
                    // that.
                    let _ = self.roll_back().await;
                    Err(error)
                }
            }
        };
        let steps = stream::poll_fn(move |context| told.poll_recv(context)).map(Ok);
        let failures = stream::once(run).filter_map(|ended| ready(ended.err().map(Err)));
        stream::select(steps, failures).boxed()
    }
}

async fn hand_on(mut steps: BoxStream<'_, sqlx::Result<Step>>, tell: &mpsc::Sender<Step>) -> sqlx::Result<()> {
    while let Some(step) = steps.try_next().await? {
        tell.send(step).await.map_err(|_| sqlx::Error::WorkerCrashed)?;
    }
    Ok(())
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
