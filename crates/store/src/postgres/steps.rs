//! Takes the steps of a layout, one server at a time.
//!
//! sqlx's own way prepares statements by name and holds a lock from one transaction to the next. Where no statement is kept, all
//! steps are taken in one transaction instead, over the same table and under the same lock.

use std::collections::HashMap;

use sqlx::{
    AssertSqlSafe,
    migrate::{MigrateError, Migrator},
};

use crate::sql::{Link, Links};

/// Takes the steps that a database has not taken yet; `table` remembers which it has.
pub(super) async fn take_steps(links: &Links, steps: &Migrator, table: &str) -> Result<(), MigrateError> {
    if let Some(pool) = links.keeping_statements() {
        return steps.run(pool).await;
    }
    let mut link = links.begin().await?;
    lock(&mut link).await?;
    take(&mut link, steps, table).await?;
    Ok(link.commit().await?)
}

/// Waits until no other server takes steps; ends with the transaction.
async fn lock(link: &mut Link) -> sqlx::Result<()> {
    let database: String = sqlx::query_scalar("SELECT current_database()::text").fetch_one(&mut *link).await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(lock_of(&database)).execute(link).await.map(drop)
}

/// The lock that sqlx takes.
fn lock_of(database: &str) -> i64 {
    const CHECKSUM: crc::Crc<u32> = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC);
    0x3d32_ad9e * i64::from(CHECKSUM.checksum(database.as_bytes()))
}

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

#[cfg(test)]
mod tests {
    use super::lock_of;

    #[test]
    fn the_lock_is_that_of_servers_which_keep_statements() {
        assert_eq!(lock_of("askline"), 614_324_316_451_865_044);
    }
}
