//! Connects to the metadata on a PostgreSQL server, checks it and migrates it.
//!
//! A database that is neither empty nor Askline's is never changed.

use askline_app::ports::StoreError;

use super::migrations::plan;
use crate::{
    events::postgres,
    metadata::{Engine, MetadataStore, monitors::summing},
    postgres::{
        connect_error::{ConnectError, OLDEST_RELEASE},
        connecting::{connecting, links, open_links},
        layout,
        migrating::{MissingStep, migrate, missing},
        options::PostgresOptions,
        restored::reset_changes,
        shares::Shares,
    },
    sealing::SealingKey,
    sql::{Link, Pool},
    unfinished_move::{self, Expected},
};

/// Connects to the metadata, creates missing tables, and applies missing migrations.
pub async fn connect_metadata(options: &PostgresOptions, sealing: SealingKey) -> Result<MetadataStore, ConnectError> {
    connect(options, sealing, Expected::Whole).await
}

/// Connects to a database that a move fills, or is about to fill.
pub(crate) async fn connect_moved(
    options: &PostgresOptions,
    sealing: SealingKey,
) -> Result<MetadataStore, ConnectError> {
    connect(options, sealing, Expected::PerhapsUnfinished).await
}

async fn connect(
    options: &PostgresOptions,
    sealing: SealingKey,
    expected: Expected,
) -> Result<MetadataStore, ConnectError> {
    let (connecting, place) = connecting(options)?;
    let failed = |error: sqlx::Error| ConnectError::of(&place, &error);
    let shares = Shares::of(options.connections);
    let write = links(shares.metadata_writes, connecting.clone(), options);
    let mut link = write.acquire().await.map_err(failed)?;
    check_server(&mut link, &place).await?;
    if expected == Expected::Whole && unfinished_move::is_in_database(&mut link).await.map_err(failed)? {
        return Err(ConnectError::UnfinishedMove { place });
    }
    drop(link);
    // The events' tables too, so that an upgrade is of both or of neither.
    migrate(&write, &[plan(), postgres::plan()], options, &place).await?;
    let mut link = write.acquire().await.map_err(failed)?;
    check_key(&mut link, &place, &sealing).await?;
    reset_changes(&mut link).await.map_err(failed)?;
    drop(link);
    let reading = connecting.read_only();
    let read = links(shares.metadata_reads, reading.clone(), options);
    let read = Pool::of_readers("reads of the metadata", read, shares.metadata_reads);
    let watching = Pool::of_readers("checks for changes", links(1, reading, options), 1);
    let write = Pool::of_writers("changes of the metadata", write, shares.metadata_writes);
    let store = MetadataStore::on(write, read, watching, sealing, Engine::Postgres);
    let unusable = |error: StoreError| ConnectError::Unusable { place, reason: error.to_string() };
    summing::add_missing(&store).await.map_err(unusable)?;
    Ok(store)
}

/// Returns the migrations that the database lacks, each with the kind of its tables: `metadata` or `events`.
pub async fn missing_steps(options: &PostgresOptions) -> Result<Vec<(&'static str, MissingStep)>, ConnectError> {
    let (links, place) = open_links(1, options)?;
    let failed = |error: sqlx::Error| ConnectError::of(&place, &error);
    let mut link = links.acquire().await.map_err(failed)?;
    check_server(&mut link, &place).await?;
    let mut steps = Vec::new();
    for plan in [plan(), postgres::plan()] {
        let missing = missing(&mut link, plan).await.map_err(failed)?;
        steps.extend(missing.into_iter().map(|step| (plan.name, step)));
    }
    drop(link);
    links.close().await;
    Ok(steps)
}

/// Checks the sealing key. The first server on a database records it; every other server must have the same key.
async fn check_key(link: &mut Link, place: &str, sealing: &SealingKey) -> Result<(), ConnectError> {
    let failed = |error: sqlx::Error| ConnectError::of(place, &error);
    let unusable = |error: StoreError| ConnectError::Unusable { place: place.to_owned(), reason: error.to_string() };
    let own = sealing.fingerprint().map_err(unusable)?;
    sqlx::query("INSERT INTO deployment (id, sealing_key) VALUES (1, $1) ON CONFLICT DO NOTHING")
        .bind(&own)
        .execute(&mut *link)
        .await
        .map_err(failed)?;
    let known: String =
        sqlx::query_scalar("SELECT sealing_key FROM deployment").fetch_one(&mut *link).await.map_err(failed)?;
    if known == own { Ok(()) } else { Err(ConnectError::OtherKey { place: place.to_owned() }) }
}

/// Returns the seed of the set-up token. Every server on this database computes the same seed, and nobody else can.
pub async fn setup_seed(options: &PostgresOptions, sealing: &SealingKey) -> Result<[u8; 32], ConnectError> {
    let (links, place) = open_links(1, options)?;
    let failed = |error: sqlx::Error| ConnectError::of(&place, &error);
    let unusable = |error: StoreError| ConnectError::Unusable { place: place.clone(), reason: error.to_string() };
    let instance: String = sqlx::query_scalar("SELECT instance::text FROM deployment")
        .fetch_one(&mut links.acquire().await.map_err(failed)?)
        .await
        .map_err(failed)?;
    links.close().await;
    sealing.digest(false, &["set-up token", &instance]).map_err(unusable)
}

/// Checks whether the server is new enough and can be written to, and whether the database is empty, or Askline's with
/// a layout that this release can read.
async fn check_server(link: &mut Link, place: &str) -> Result<(), ConnectError> {
    let failed = |error: sqlx::Error| ConnectError::of(place, &error);
    let place = place.to_owned();
    let (release, shown): (i32, String) =
        sqlx::query_as("SELECT current_setting('server_version_num')::int, current_setting('server_version')")
            .fetch_one(&mut *link)
            .await
            .map_err(failed)?;
    if release.unsigned_abs() / 10_000 < OLDEST_RELEASE {
        return Err(ConnectError::TooOld { place, found: shown });
    }
    let reads_only: bool =
        sqlx::query_scalar("SELECT current_setting('transaction_read_only')::bool OR pg_is_in_recovery()")
            .fetch_one(&mut *link)
            .await
            .map_err(failed)?;
    if reads_only {
        return Err(ConnectError::ReadOnly { place });
    }
    let (tables, steps): (i64, bool) = sqlx::query_as(
        "SELECT COUNT(*), COALESCE(bool_or(tablename = '_sqlx_migrations'), false) \
         FROM pg_tables WHERE schemaname = current_schema()",
    )
    .fetch_one(&mut *link)
    .await
    .map_err(failed)?;
    if !steps {
        return if tables == 0 { Ok(()) } else { Err(ConnectError::NotAskline { place }) };
    }
    let is_ours: bool = sqlx::query_scalar("SELECT to_regclass('organizations') IS NOT NULL OR $1 = 1")
        .bind(tables)
        .fetch_one(&mut *link)
        .await
        .map_err(failed)?;
    if !is_ours {
        return Err(ConnectError::NotAskline { place });
    }
    layout::check(link, &place, plan()).await?;
    layout::check(link, &place, postgres::plan()).await
}
