//! Applies the missing migrations, one server at a time. Those that rewrite or drop stored rows need the operator's
//! confirmation.

use std::collections::HashMap;

use sqlx::{
    AssertSqlSafe,
    migrate::{MigrateError, Migrator},
};

use super::{connect_error::ConnectError, options::PostgresOptions};
use crate::sql::{Link, Links, steps::StepKind};

/// The advisory lock under which migrations are applied: "ASKLstep".
const MIGRATING: i64 = 0x4153_4B4C_7374_6570;
/// A server waits at most ten minutes while another one applies migrations, which may rewrite years of data or may have
/// frozen.
const PATIENCE: &str = "SET LOCAL lock_timeout = '10min'; SET LOCAL statement_timeout = '10min'; \
    SET LOCAL idle_in_transaction_session_timeout = 0";

/// The migrations of one kind of tables.
#[derive(Clone, Copy)]
pub(crate) struct Plan<'s> {
    /// The migrations.
    pub(crate) steps: &'s Migrator,
    /// What each migration does to stored rows.
    pub(crate) kinds: &'s [StepKind],
    /// The table that records the applied migrations.
    pub(crate) table: &'s str,
}

/// A migration that a database lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingStep {
    /// The migration's number.
    pub number: i64,
    /// The migration's name.
    pub name: String,
    /// Whether it rewrites or drops stored data.
    pub rewrites: bool,
}

/// Applies the missing migrations. If one of them rewrites or drops stored data, none is applied until the operator has
/// confirmed that there is a backup. The lock belongs to a transaction and not, like sqlx's lock, to a session: behind
/// a pooler, the session may go to another client next.
pub(crate) async fn migrate(
    links: &Links,
    plan: Plan<'_>,
    options: &PostgresOptions,
    place: &str,
) -> Result<(), ConnectError> {
    let failed = |error: sqlx::Error| ConnectError::of(place, &error);
    let mut transaction = links.begin().await.map_err(failed)?;
    sqlx::raw_sql(PATIENCE).execute(&mut transaction).await.map_err(failed)?;
    let locking = sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(MIGRATING).execute(&mut transaction);
    locking.await.map_err(failed)?;
    if !options.is_backup_done {
        let steps: Vec<String> = missing(&mut transaction, plan)
            .await
            .map_err(failed)?
            .into_iter()
            .filter(|step| step.rewrites)
            .map(|step| format!("{} ({})", step.number, step.name))
            .collect();
        if !steps.is_empty() {
            return Err(ConnectError::BackupNeeded { place: place.to_owned(), steps: steps.join(", ") });
        }
    }
    let taken = match links.keeping_statements() {
        Some(pool) => plan.steps.run(pool).await,
        None => take(&mut transaction, plan.steps, plan.table).await,
    };
    taken.map_err(|error| migration_error(place, error))?;
    transaction.commit().await.map_err(failed)
}

/// Returns the migrations that the tables lack; none if there are no tables yet, since they are then created.
pub(crate) async fn missing(link: &mut Link, plan: Plan<'_>) -> sqlx::Result<Vec<MissingStep>> {
    let is_there: bool =
        sqlx::query_scalar("SELECT to_regclass($1) IS NOT NULL").bind(plan.table).fetch_one(&mut *link).await?;
    if !is_there {
        return Ok(Vec::new());
    }
    let applied = format!("SELECT version FROM {}", plan.table);
    let applied: Vec<i64> = sqlx::query_scalar(AssertSqlSafe(applied)).fetch_all(link).await?;
    if applied.is_empty() {
        return Ok(Vec::new());
    }
    let all = plan.steps.iter().zip(plan.kinds);
    let missing = all.filter(|(step, _)| !applied.contains(&step.version));
    let told = missing.map(|(step, kind)| MissingStep {
        number: step.version,
        name: step.description.to_string(),
        rewrites: *kind == StepKind::Rewrites,
    });
    Ok(told.collect())
}

/// Does the same as sqlx, whose statements all have names. All migrations are applied in one transaction.
async fn take(link: &mut Link, steps: &Migrator, table: &str) -> Result<(), MigrateError> {
    let made = format!(
        "CREATE TABLE IF NOT EXISTS {table} (version bigint PRIMARY KEY, description text NOT NULL, \
         installed_on timestamptz NOT NULL DEFAULT now(), success boolean NOT NULL, checksum bytea NOT NULL, \
         execution_time bigint NOT NULL)"
    );
    sqlx::raw_sql(AssertSqlSafe(made)).execute(&mut *link).await?;
    let taken = format!("SELECT version, checksum FROM {table}");
    let taken: Vec<(i64, Vec<u8>)> = sqlx::query_as(AssertSqlSafe(taken)).fetch_all(&mut *link).await?;
    let taken: HashMap<i64, Vec<u8>> = taken.into_iter().collect();
    for step in steps.iter() {
        let failed = |error| MigrateError::ExecuteMigration(error, step.version);
        match taken.get(&step.version) {
            Some(checksum) if *checksum == *step.checksum => continue,
            Some(_) => return Err(MigrateError::VersionMismatch(step.version)),
            None => sqlx::raw_sql(step.sql.clone()).execute(&mut *link).await.map_err(failed)?,
        };
        let remembered = format!(
            "INSERT INTO {table} (version, description, success, checksum, execution_time) VALUES ($1, $2, true, $3, -1)"
        );
        sqlx::query(AssertSqlSafe(remembered))
            .bind(step.version)
            .bind(&*step.description)
            .bind(&*step.checksum)
            .execute(&mut *link)
            .await
            .map_err(failed)?;
    }
    Ok(())
}

/// Returns what a failed migration means.
fn migration_error(place: &str, error: MigrateError) -> ConnectError {
    match error {
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => ConnectError::of(place, &error),
        other => ConnectError::Unusable { place: place.to_owned(), reason: other.to_string() },
    }
}
