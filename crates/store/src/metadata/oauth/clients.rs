//! OAuth clients as rows: those that registered themselves, and documents that were read.
//!
//! A client with a connected app is never removed: `idle_ms` is set only while it has none.

use askline_app::ports::{StoreResult, oauth::StoredClient};
use askline_domain::oauth::{
    DOCUMENT_LASTS, IDLE_CLIENT_LASTS, MAX_IDLE_DOCUMENTS, MAX_UNUSED_CLIENTS, READ_EARLY_EVERY, UNUSED_CLIENT_LASTS,
    client::Client, redirect_uri::RedirectUri,
};
use jiff::Timestamp;

use crate::sql::{
    Connection, Row,
    rows::{RowReader, json_text, milliseconds_before},
    skipping_locked, sql,
};

const TABLE: &str = "oauth_clients";

pub(super) async fn select(connection: &mut Connection, id: &str) -> StoreResult<Option<StoredClient>> {
    sql("SELECT c.*, CAST(CASE WHEN EXISTS (SELECT 1 FROM connected_apps a WHERE a.client_id = c.id \
         AND a.code_used_ms IS NOT NULL) THEN 1 ELSE 0 END AS BIGINT) AS has_app FROM oauth_clients c WHERE c.id = $1")
    .bind(id)
    .optional(connection, read)
    .await
}

fn read(row: &Row) -> StoreResult<StoredClient> {
    let row = RowReader::new(row, TABLE, "id");
    let texts: Vec<String> = row.json("redirect_uris")?;
    let addresses = texts.iter().map(|text| RedirectUri::read(text)).collect::<Result<_, _>>();
    let redirect_uris = addresses.map_err(|_| row.corrupt("redirect_uris"))?;
    let client = Client { id: row.text("id")?, name: row.text("name")?, redirect_uris };
    Ok(StoredClient { client, known_at: row.time("known_ms")?, has_app: row.flag("has_app")? })
}

fn addresses(client: &Client) -> StoreResult<String> {
    json_text(&client.redirect_uris.iter().map(RedirectUri::as_str).collect::<Vec<_>>())
}

/// Stores a registered client. The oldest that was never connected gives way if there are too many.
pub(super) async fn insert_registered(connection: &mut Connection, client: &Client, at: Timestamp) -> StoreResult<()> {
    make_room(&mut *connection, false, MAX_UNUSED_CLIENTS).await?;
    let inserting = "INSERT INTO oauth_clients (id, name, redirect_uris, known_ms, is_document, idle_ms) \
                     VALUES ($1, $2, $3, $4, 0, $4)";
    write(connection, inserting, client, at).await
}

/// Stores a document. The oldest of a client without an app gives way if there are too many.
pub(super) async fn keep_document(connection: &mut Connection, client: &Client, at: Timestamp) -> StoreResult<()> {
    let known = "SELECT id FROM oauth_clients WHERE id = $1";
    if sql(known).bind(&client.id).fetch_optional(&mut *connection).await?.is_none() {
        make_room(&mut *connection, true, MAX_IDLE_DOCUMENTS).await?;
    }
    let keeping = "INSERT INTO oauth_clients (id, name, redirect_uris, known_ms, is_document, idle_ms) \
                   VALUES ($1, $2, $3, $4, 1, $4) \
                   ON CONFLICT (id) DO UPDATE SET name = $2, redirect_uris = $3, known_ms = $4";
    write(connection, keeping, client, at).await
}

/// Writes a client, whose id, name, addresses and time are `$1` to `$4` of the statement.
async fn write(
    connection: &mut Connection,
    statement: &'static str,
    client: &Client,
    at: Timestamp,
) -> StoreResult<()> {
    let bound = sql(statement).bind(&client.id).bind(&client.name).bind(addresses(client)?).bind(at);
    bound.execute(connection).await.map(|_| ())
}

/// Removes the clients of one kind that were never connected, or documents without an app, which are too many: the oldest first.
async fn make_room(connection: &mut Connection, documents: bool, most: u32) -> StoreResult<()> {
    let idle: i64 =
        sql("SELECT COUNT(*) FROM oauth_clients WHERE is_document = $1 AND idle_ms IS NOT NULL AND is_used = 0")
            .bind(i64::from(documents))
            .value(&mut *connection)
            .await?;
    let too_many = idle + 1 - i64::from(most);
    if too_many <= 0 {
        return Ok(());
    }
    sql(skipping_locked!(
        removing "DELETE FROM oauth_clients WHERE id IN (SELECT id FROM oauth_clients c WHERE is_document = $1 \
         AND idle_ms IS NOT NULL AND is_used = 0 \
         AND NOT EXISTS (SELECT 1 FROM connected_apps a WHERE a.client_id = c.id) \
         ORDER BY idle_ms, id LIMIT $2",
        ")"
    ))
    .bind(i64::from(documents))
    .bind(too_many)
    .execute(connection)
    .await
    .map(|_| ())
}

/// Notes that a document is read early; returns whether it may be: not if that was noted a moment ago.
pub(super) async fn note_early_read(connection: &mut Connection, id: &str, at: Timestamp) -> StoreResult<bool> {
    // A time in the future is that of a clock that was set back.
    let noted = sql("UPDATE oauth_clients SET read_early_ms = $2 WHERE id = $1 AND is_document = 1 \
                     AND (read_early_ms IS NULL OR read_early_ms <= $3 OR read_early_ms > $2)");
    let since = milliseconds_before(at, READ_EARLY_EVERY);
    Ok(noted.bind(id).bind(at).bind(since).execute(connection).await? > 0)
}

/// Notes that a client has an app.
pub(super) async fn note_app(connection: &mut Connection, id: &str) -> StoreResult<()> {
    sql("UPDATE oauth_clients SET idle_ms = NULL WHERE id = $1").bind(id).execute(connection).await.map(|_| ())
}

/// Notes that a registered client got tokens, so that it is stored longer when it has no app any more.
pub(super) async fn note_use(connection: &mut Connection, id: &str) -> StoreResult<()> {
    sql("UPDATE oauth_clients SET idle_ms = NULL, is_used = CASE WHEN is_document = 0 THEN 1 ELSE 0 END WHERE id = $1")
        .bind(id)
        .execute(connection)
        .await
        .map(|_| ())
}

/// Notes since when clients have no app: the apps of all of `most` that it finds have ended.
pub(super) async fn note_idle(connection: &mut Connection, now: Timestamp, most: u32) -> StoreResult<u64> {
    sql(skipping_locked!(
        altering "UPDATE oauth_clients SET idle_ms = $1 WHERE id IN (SELECT id FROM oauth_clients c WHERE idle_ms IS NULL \
         AND NOT EXISTS (SELECT 1 FROM connected_apps a WHERE a.client_id = c.id) LIMIT $2",
        ")"
    ))
    .bind(now)
    .bind(most)
    .execute(connection)
    .await
}

/// Removes clients that were not connected in time, those whose last app ended long ago, and documents that are too old to be
/// used.
pub(super) async fn remove_idle(connection: &mut Connection, now: Timestamp, most: u32) -> StoreResult<u64> {
    sql(skipping_locked!(
        removing "DELETE FROM oauth_clients WHERE id IN (SELECT id FROM oauth_clients c WHERE idle_ms IS NOT NULL \
         AND CASE WHEN is_document = 1 THEN known_ms <= $1 WHEN is_used = 1 THEN idle_ms <= $2 ELSE idle_ms <= $3 END \
         AND NOT EXISTS (SELECT 1 FROM connected_apps a WHERE a.client_id = c.id) LIMIT $4",
        ")"
    ))
    .bind(milliseconds_before(now, DOCUMENT_LASTS))
    .bind(milliseconds_before(now, IDLE_CLIENT_LASTS))
    .bind(milliseconds_before(now, UNUSED_CLIENT_LASTS))
    .bind(most)
    .execute(connection)
    .await
}
