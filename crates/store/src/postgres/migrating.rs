//! Applies the missing steps, one server at a time.

use std::collections::HashMap;

use sqlx::{
    AssertSqlSafe,
    migrate::{MigrateError, Migrator},
};

use crate::sql::{Link, Links};

/// The lock under which steps are applied: "ASKLstep".
const MIGRATING: i64 = 0x4153_4B4C_7374_6570;
/// A server waits for another one's steps, which may move the data of years; but not for one that is frozen in them.
const PATIENCE: &str = "SET LOCAL lock_timeout = '10min'; SET LOCAL statement_timeout = '10min'; \
    SET LOCAL idle_in_transaction_session_timeout = 0";

/// Applies them; `table` records which were. The lock belongs to a transaction and not, as sqlx's own, to a session:
/// behind a pooler the session may be another client's next.
pub(super) async fn migrate(links: &Links, steps: &Migrator, table: &str) -> Result<(), MigrateError> {
    let mut turn = links.begin().await?;
    sqlx::raw_sql(PATIENCE).execute(&mut turn).await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(MIGRATING).execute(&mut turn).await?;
    match links.keeping_statements() {
        Some(pool) => steps.run(pool).await?,
        None => take(&mut turn, steps, table).await?,
    }
    turn.commit().await.map_err(MigrateError::from)
}

/// Does the same as sqlx, whose own statements are all named. All steps are applied in one transaction.
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
