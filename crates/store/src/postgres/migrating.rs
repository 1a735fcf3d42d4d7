//! Takes the steps that are missing, one server at a time.

use sqlx::{
    PgPool,
    migrate::{MigrateError, Migrator},
};

/// The lock under which steps are taken: "ASKLstep".
const MIGRATING: i64 = 0x4153_4B4C_7374_6570;
/// A server waits for another one's steps, which may move what was stored in years; not for one that is frozen in them.
const PATIENCE: &str = "SET LOCAL lock_timeout = '10min'; SET LOCAL statement_timeout = '10min'; \
    SET LOCAL idle_in_transaction_session_timeout = 0";

/// Takes them. The lock is a transaction's and not, as sqlx's own, a session's: behind a pooler the session is somebody else's next.
pub(super) async fn migrate(pool: &PgPool, steps: &Migrator) -> Result<(), MigrateError> {
    let mut turn = pool.begin().await?;
    sqlx::raw_sql(PATIENCE).execute(&mut *turn).await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(MIGRATING).execute(&mut *turn).await?;
    steps.run(pool).await?;
    turn.commit().await.map_err(MigrateError::from)
}
