//! Addresses of webhooks. They often hold a token, so they are sealed at rest like the secrets; in the clear stands their
//! origin alone, for people who look at a database whose key is gone.

use askline_domain::{
    id::WebhookId,
    ports::{StoreError, StoreResult},
    webhook::origin_of,
};
use sqlx::{Connection as _, SqlitePool, sqlite::SqliteRow};

use super::{SealingKey, TABLE, place_of};
use crate::sqlite::rows::{RowReader, store_error};

/// An address as it is stored.
pub(super) struct StoredAddress {
    /// Scheme, host and port.
    pub origin: String,
    /// The whole of it, sealed.
    pub sealed: String,
}

impl StoredAddress {
    pub(super) fn seal(sealing: &SealingKey, id: WebhookId, url: &str) -> StoreResult<Self> {
        Ok(Self { origin: origin_of(url), sealed: sealing.seal(&sealed_place(id), url)? })
    }
}

/// The whole address; `None` when the key that sealed it is gone, so that a list can still be shown.
pub(super) fn whole_address(sealing: &SealingKey, row: &RowReader<'_, SqliteRow>) -> StoreResult<Option<String>> {
    let Some(sealed) = row.optional_text("sealed_url")? else { return row.text("url").map(Some) };
    match sealing.open(&sealed_place(row.parsed("id")?), &sealed) {
        Ok(opened) => Ok(opened.map(|url| url.expose().to_owned())),
        Err(StoreError::Unavailable(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Not the place of the secrets, so that the one can never be put for the other.
fn sealed_place(id: WebhookId) -> String {
    format!("{}/url", place_of(id))
}

/// Seals the addresses that an older release stored in the clear, and leaves no trace of them in the file. Waits for a key:
/// making one here would lose what is sealed to whoever puts the old key beside a restored database later.
pub(in crate::sqlite) async fn seal_clear_addresses(write: &SqlitePool, sealing: &SealingKey) -> StoreResult<()> {
    let mut connection = write.acquire().await.map_err(store_error)?;
    let clear = sqlx::query("SELECT id, url FROM webhooks WHERE sealed_url IS NULL");
    let rows = clear.fetch_all(&mut *connection).await.map_err(store_error)?;
    if rows.is_empty() {
        return Ok(());
    }
    if !sealing.is_there() {
        tracing::warn!(
            webhooks = rows.len(),
            "Addresses of webhooks stand in the clear, because the key that seals them is missing"
        );
        return Ok(());
    }
    // What is overwritten is wiped, and not only given up.
    sqlx::query("PRAGMA secure_delete = ON").execute(&mut *connection).await.map_err(store_error)?;
    let mut change = connection.begin_with("BEGIN IMMEDIATE").await.map_err(store_error)?;
    for row in &rows {
        let row = RowReader::new(row, TABLE, "id");
        let id: WebhookId = row.parsed("id")?;
        let address = StoredAddress::seal(sealing, id, &row.text("url")?)?;
        sqlx::query("UPDATE webhooks SET url = $1, sealed_url = $2 WHERE id = $3 AND sealed_url IS NULL")
            .bind(address.origin)
            .bind(address.sealed)
            .bind(id.to_string())
            .execute(&mut *change)
            .await
            .map_err(store_error)?;
    }
    change.commit().await.map_err(store_error)?;
    for statement in ["PRAGMA secure_delete = OFF", "PRAGMA wal_checkpoint(TRUNCATE)"] {
        sqlx::query(statement).execute(&mut *connection).await.map_err(store_error)?;
    }
    tracing::info!(webhooks = rows.len(), "Sealed the addresses of webhooks, which stood in the clear");
    Ok(())
}
