//! OAuth clients as rows: those that registered themselves, and documents that were read.

use askline_app::ports::{StoreResult, oauth::StoredClient};
use askline_domain::oauth::{
    DOCUMENT_LASTS, MAX_UNUSED_CLIENTS, UNUSED_CLIENT_LASTS, client::Client, redirect_uri::RedirectUri,
};
use jiff::Timestamp;

use crate::sql::{
    Connection, Row,
    rows::{RowReader, json_text, milliseconds_before},
    skipping_locked, sql,
};

const TABLE: &str = "oauth_clients";

pub(super) async fn select(connection: &mut Connection, id: &str) -> StoreResult<Option<StoredClient>> {
    sql("SELECT * FROM oauth_clients WHERE id = $1").bind(id).optional(connection, read).await
}

fn read(row: &Row) -> StoreResult<StoredClient> {
    let row = RowReader::new(row, TABLE, "id");
    let texts: Vec<String> = row.json("redirect_uris")?;
    let addresses = texts.iter().map(|text| RedirectUri::read(text)).collect::<Result<_, _>>();
    let redirect_uris = addresses.map_err(|_| row.corrupt("redirect_uris"))?;
    let client = Client { id: row.text("id")?, name: row.text("name")?, redirect_uris };
    Ok(StoredClient { client, known_at: row.time("known_ms")? })
}

fn addresses(client: &Client) -> StoreResult<String> {
    json_text(&client.redirect_uris.iter().map(RedirectUri::as_str).collect::<Vec<_>>())
}

/// Stores a registered client, unless too many are unused; returns whether it was stored.
pub(super) async fn insert_registered(
    connection: &mut Connection,
    client: &Client,
    at: Timestamp,
) -> StoreResult<bool> {
    let unused: i64 = sql("SELECT COUNT(*) FROM oauth_clients WHERE is_used = 0 AND is_document = 0 AND known_ms > $1")
        .bind(milliseconds_before(at, UNUSED_CLIENT_LASTS))
        .value(&mut *connection)
        .await?;
    if unused >= i64::from(MAX_UNUSED_CLIENTS) {
        return Ok(false);
    }
    sql("INSERT INTO oauth_clients (id, name, redirect_uris, known_ms, is_document) VALUES ($1, $2, $3, $4, 0)")
        .bind(&client.id)
        .bind(&client.name)
        .bind(addresses(client)?)
        .bind(at)
        .execute(connection)
        .await?;
    Ok(true)
}

pub(super) async fn keep_document(connection: &mut Connection, client: &Client, at: Timestamp) -> StoreResult<()> {
    sql("INSERT INTO oauth_clients (id, name, redirect_uris, known_ms, is_document) VALUES ($1, $2, $3, $4, 1) \
         ON CONFLICT (id) DO UPDATE SET name = $2, redirect_uris = $3, known_ms = $4")
    .bind(&client.id)
    .bind(&client.name)
    .bind(addresses(client)?)
    .bind(at)
    .execute(connection)
    .await
    .map(|_| ())
}

/// Keeps a registered client for ever, since it may sign in again at any time.
pub(super) async fn note_use(connection: &mut Connection, id: &str) -> StoreResult<()> {
    sql("UPDATE oauth_clients SET is_used = 1 WHERE id = $1 AND is_document = 0 AND is_used = 0")
        .bind(id)
        .execute(connection)
        .await
        .map(|_| ())
}

/// Removes clients that were not connected in time, and documents that are too old to be used.
pub(super) async fn remove_unused(connection: &mut Connection, now: Timestamp, most: u32) -> StoreResult<u64> {
    sql(skipping_locked!(
        removing "DELETE FROM oauth_clients WHERE id IN (SELECT id FROM oauth_clients WHERE is_used = 0 \
         AND known_ms <= CASE WHEN is_document = 0 THEN $1 ELSE $2 END LIMIT $3",
        ")"
    ))
    .bind(milliseconds_before(now, UNUSED_CLIENT_LASTS))
    .bind(milliseconds_before(now, DOCUMENT_LASTS))
    .bind(most)
    .execute(connection)
    .await
}
