//! Reads facts about the PostgreSQL server for the operator.

use jiff::{SignedDuration, Timestamp};

use crate::{
    events::postgres,
    limits::nodes::GONE_AFTER,
    metadata::postgres::migrations,
    postgres::{connect_error::ConnectError, connecting::open_links, migrating::applied, options::PostgresOptions},
    sql::Link,
};

/// What was found out about a PostgreSQL server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Examination {
    /// The server's release, such as `15.8`.
    pub release: String,
    /// Tables that the user in `database.url` does not own and so cannot migrate.
    pub foreign_tables: Vec<String>,
    /// The number of locks that a statement over all raw events takes: partitions and their indexes.
    pub locks_needed: i64,
    /// The number of locks that the server has space for.
    pub lock_room: i64,
    /// The maximum number of connections for users other than superusers.
    pub max_connections: i64,
    /// The number of running Askline servers.
    pub servers: i64,
    /// The number of days with a partition of raw events.
    pub partitions: i64,
    /// The number of partitions whose removal was interrupted. The next removal of old days completes it.
    pub detached: i64,
    /// How far this machine's clock is ahead of the server's.
    pub ahead: SignedDuration,
    /// For metadata and events: the last migration that was applied, and the last one that this release has.
    pub layout: [(i64, i64); 2],
}

/// Examines a server whose database already has Askline's tables.
pub async fn examine(options: &PostgresOptions) -> Result<Examination, ConnectError> {
    let (links, place) = open_links(1, options)?;
    let failed = |error: sqlx::Error| ConnectError::of(&place, &error);
    let examined = look(&mut links.acquire().await.map_err(failed)?).await.map_err(failed);
    links.close().await;
    examined
}

async fn look(link: &mut Link) -> sqlx::Result<Examination> {
    let began = Timestamp::now();
    let (release, now, max_connections, lock_room): (String, i64, i64, i64) = sqlx::query_as(
        "SELECT current_setting('server_version'), \
         (extract(epoch FROM clock_timestamp()) * 1000)::bigint, \
         current_setting('max_connections')::bigint - current_setting('superuser_reserved_connections')::bigint, \
         current_setting('max_locks_per_transaction')::bigint \
         * (current_setting('max_connections')::bigint + current_setting('max_prepared_transactions')::bigint)",
    )
    .fetch_one(&mut *link)
    .await?;
    let own = began + began.duration_until(Timestamp::now()) / 2;
    let foreign_tables: Vec<String> = sqlx::query_scalar(
        "SELECT relname::text FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') \
         AND NOT pg_has_role(relowner, 'USAGE') ORDER BY relname",
    )
    .fetch_all(&mut *link)
    .await?;
    let (partitions, indexes): (i64, i64) = sqlx::query_as(
        "SELECT COUNT(DISTINCT i.inhrelid), COUNT(x.indexrelid) FROM pg_inherits i \
         LEFT JOIN pg_index x ON x.indrelid = i.inhrelid WHERE i.inhparent = 'events'::regclass",
    )
    .fetch_one(&mut *link)
    .await?;
    let detached: i64 = sqlx::query_scalar(
        "SELECT COUNT(*) FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid \
         WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname ~ '^events_-?[0-9]+$' \
         AND (i.inhrelid IS NULL OR i.inhdetachpending)",
    )
    .fetch_one(&mut *link)
    .await?;
    let servers: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM nodes WHERE seen > clock_timestamp() - make_interval(secs => $1)")
            .bind(GONE_AFTER.as_secs_f64())
            .fetch_one(&mut *link)
            .await?;
    let mut layout = [(0, 0); 2];
    for (known, plan) in layout.iter_mut().zip([migrations::plan(), postgres::plan()]) {
        *known = (applied(link, plan).await?.into_keys().last().unwrap_or(0), plan.steps.last());
    }
    Ok(Examination {
        release,
        foreign_tables,
        locks_needed: partitions + indexes,
        lock_room,
        max_connections,
        servers,
        partitions,
        detached,
        ahead: Timestamp::from_millisecond(now).unwrap_or(own).duration_until(own),
        layout,
    })
}
