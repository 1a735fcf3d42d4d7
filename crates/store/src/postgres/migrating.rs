//! Applies missing migrations of metadata and events in one transaction, one server at a time.
//!
//! Those that rewrite or drop stored rows need the operator's confirmation.
//!
//! It records them as sqlx does, whose own runner sends statements with names and locks a session: behind a pooler, the
//! session may go to another client next. Here all migrations and the lock belong to one transaction, so that a process
//! that is killed, or a step that fails, leaves all tables as they were.

use std::{collections::BTreeMap, time::Instant};

use sqlx::{AssertSqlSafe, migrate::MigrateError};

use super::{
    connect_error::{ConnectError, FailedStep},
    options::PostgresOptions,
};
use crate::sql::{Link, Links, Steps, steps::StepKind};

/// The advisory lock under which migrations are applied: "ASKLstep".
const MIGRATING: i64 = 0x4153_4B4C_7374_6570;
/// A step may rewrite years of data, so it has no limit of time; only the wait for a table that another connection uses
/// has one. A process that hangs between two statements loses its transaction, and with it the lock that others wait for.
/// `transaction_timeout` is known to PostgreSQL from release 17 on.
const LIMITS: &str = "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '10min'; \
    SET LOCAL idle_in_transaction_session_timeout = '1min'; \
    SELECT set_config(name, '0', true) FROM pg_settings WHERE name = 'transaction_timeout'";

/// The migrations of one kind of tables.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    /// `metadata` or `events`.
    pub(crate) name: &'static str,
    /// The migrations.
    pub(crate) steps: &'static Steps,
    /// What each migration does to stored rows.
    pub(crate) kinds: &'static [StepKind],
    /// The table that records the applied migrations.
    pub(crate) table: &'static str,
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

/// Applies the missing migrations of all plans, or none. If one of them rewrites or drops stored data, none is applied
/// until the operator has confirmed that there is a backup.
pub(crate) async fn migrate(
    links: &Links,
    plans: &[Plan],
    options: &PostgresOptions,
    place: &str,
) -> Result<(), ConnectError> {
    let failed = |error: sqlx::Error| ConnectError::of(place, &error);
    let mut transaction = links.begin().await.map_err(failed)?;
    wait_for_others(&mut transaction, options, place).await?;
    sqlx::raw_sql(LIMITS).execute(&mut transaction).await.map_err(failed)?;
    if !options.is_backup_done {
        let mut steps = Vec::new();
        for plan in plans {
            let missing = missing(&mut transaction, *plan).await.map_err(failed)?;
            let rewriting = missing.into_iter().filter(|step| step.rewrites);
            steps.extend(rewriting.map(|step| format!("{} ({}) of the {}", step.number, step.name, plan.name)));
        }
        if !steps.is_empty() {
            return Err(ConnectError::BackupNeeded { place: place.to_owned(), steps: steps.join(", ") });
        }
    }
    for plan in plans {
        take(&mut transaction, *plan, place).await?;
    }
    transaction.commit().await.map_err(failed)
}

/// Takes the lock under which migrations are applied. Waits while another server applies some.
async fn wait_for_others(link: &mut Link, options: &PostgresOptions, place: &str) -> Result<(), ConnectError> {
    let failed = |error: sqlx::Error| ConnectError::of(place, &error);
    let is_free: bool = sqlx::query_scalar("SELECT pg_try_advisory_xact_lock($1)")
        .bind(MIGRATING)
        .fetch_one(&mut *link)
        .await
        .map_err(failed)?;
    if is_free {
        return Ok(());
    }
    tracing::info!("Another process is upgrading the database; this one waits for it");
    let seconds = options.upgrade_wait.as_secs();
    let patience = format!("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '{seconds}s'");
    sqlx::raw_sql(AssertSqlSafe(patience)).execute(&mut *link).await.map_err(failed)?;
    match sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(MIGRATING).execute(link).await {
        Ok(_) => Ok(()),
        Err(error) if is_late(&error) => Err(ConnectError::UpgradeElsewhere { place: place.to_owned(), seconds }),
        Err(error) => Err(failed(error)),
    }
}

/// Whether a lock was not granted in time.
fn is_late(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|error| error.code().as_deref() == Some("55P03"))
}

/// Returns the migrations that the tables lack; none if there are no tables yet, since they are then created.
pub(crate) async fn missing(link: &mut Link, plan: Plan) -> sqlx::Result<Vec<MissingStep>> {
    let applied = applied(link, plan).await?;
    if applied.is_empty() {
        return Ok(Vec::new());
    }
    let all = plan.steps.0.iter().zip(plan.kinds);
    let missing = all.filter(|((number, ..), _)| !applied.contains_key(number));
    let told = missing.map(|((number, name, _), kind)| MissingStep {
        number: *number,
        name: (*name).to_owned(),
        rewrites: *kind == StepKind::Rewrites,
    });
    Ok(told.collect())
}

/// Returns the checksums of the applied migrations by their numbers; none if there are no tables yet.
pub(crate) async fn applied(link: &mut Link, plan: Plan) -> sqlx::Result<BTreeMap<i64, Vec<u8>>> {
    if !is_table(link, plan.table).await? {
        return Ok(BTreeMap::new());
    }
    let applied = format!("SELECT version, checksum FROM {}", plan.table);
    let applied: Vec<(i64, Vec<u8>)> = sqlx::query_as(AssertSqlSafe(applied)).fetch_all(link).await?;
    Ok(applied.into_iter().collect())
}

/// Whether the database has this table.
pub(super) async fn is_table(link: &mut Link, name: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar("SELECT to_regclass($1) IS NOT NULL").bind(name).fetch_one(link).await
}

async fn take(link: &mut Link, plan: Plan, place: &str) -> Result<(), ConnectError> {
    let failed = |error: sqlx::Error| ConnectError::of(place, &error);
    let Plan { steps, table, .. } = plan;
    let made = format!(
        "CREATE TABLE IF NOT EXISTS {table} (version bigint PRIMARY KEY, description text NOT NULL, \
         installed_on timestamptz NOT NULL DEFAULT now(), success boolean NOT NULL, checksum bytea NOT NULL, \
         execution_time bigint NOT NULL)"
    );
    sqlx::raw_sql(AssertSqlSafe(made)).execute(&mut *link).await.map_err(failed)?;
    let applied = applied(link, plan).await.map_err(failed)?;
    let is_upgrade = !applied.is_empty();
    for step in steps.migrator().iter() {
        match applied.get(&step.version) {
            Some(checksum) if *checksum == *step.checksum => continue,
            Some(_) => {
                let reason = MigrateError::VersionMismatch(step.version).to_string();
                return Err(ConnectError::Unusable { place: place.to_owned(), reason });
            }
            None => {}
        }
        let began = Instant::now();
        if is_upgrade {
            tracing::info!(step = step.version, name = %step.description, tables = plan.name, "A step of the upgrade begins");
        }
        let failed = |error: sqlx::Error| {
            let step = FailedStep { number: step.version, name: step.description.to_string(), tables: plan.name };
            ConnectError::of_step(place, step, began.elapsed(), &error)
        };
        sqlx::raw_sql(step.sql.clone()).execute(&mut *link).await.map_err(failed)?;
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
        if is_upgrade {
            tracing::info!(step = step.version, seconds = began.elapsed().as_secs(), "The step has ended");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Plan, StepKind};
    use crate::{events, metadata, sql::steps::assert_are_the_files_of};

    fn plans() -> [Plan; 2] {
        [metadata::postgres::migrations::plan(), events::postgres::plan()]
    }

    #[test]
    fn every_file_of_the_folder_is_a_step_and_in_its_place() {
        for plan in plans() {
            assert_are_the_files_of(plan.steps, &format!("{}/postgres", plan.name));
        }
    }

    #[test]
    fn a_step_that_rewrites_or_drops_says_so() {
        plans().into_iter().for_each(assert_kinds_fit);
    }

    #[test]
    fn what_rewrites_or_drops_is_found_in_the_text_of_a_step() {
        for text in [
            "DROP TABLE rules;",
            "-- x\nDELETE FROM rules;",
            "ALTER TABLE rules DROP COLUMN name;",
            "UPDATE rules SET a = 1",
        ] {
            assert!(statement_that_rewrites(text).is_some(), "{text}");
        }
        for text in [
            "CREATE TABLE a (b TEXT);",
            "-- DROP TABLE a\nUPDATE layouts SET readable_from = 6",
            "ALTER TABLE a ADD COLUMN b TEXT",
            "DROP INDEX a_by_b;",
        ] {
            assert_eq!(statement_that_rewrites(text), None, "{text}");
        }
    }

    /// Asserts that every step that rewrites or drops stored data has the kind `Rewrites`.
    fn assert_kinds_fit(plan: Plan) {
        // Nothing is stored yet when the first step runs.
        for ((number, name, sql), kind) in plan.steps.0.iter().zip(plan.kinds).skip(1) {
            let found = statement_that_rewrites(sql);
            let fits = *kind == StepKind::Rewrites || found.is_none();
            assert!(
                fits,
                "step {number} ({name}) rewrites or drops what is stored, so its kind is Rewrites: {found:?}"
            );
        }
    }

    /// Returns the first line that rewrites or drops stored data. `layouts` contains nobody's data, and indexes can be
    /// rebuilt from rows.
    fn statement_that_rewrites(sql: &str) -> Option<&str> {
        let lines = sql.lines().map(|line| line.split("--").next().unwrap_or_default().trim());
        lines.into_iter().find(|line| {
            let begins = ["DROP ", "DELETE ", "TRUNCATE ", "UPDATE "].iter().any(|word| line.starts_with(word));
            let holds =
                [" DROP COLUMN", " DROP CONSTRAINT", " SET DATA TYPE", " TYPE "].iter().any(|word| line.contains(word));
            let is_of_no_row = ["UPDATE layouts ", "DROP INDEX "].iter().any(|start| line.starts_with(start));
            (begins && !is_of_no_row) || (line.contains("ALTER ") && holds)
        })
    }
}
