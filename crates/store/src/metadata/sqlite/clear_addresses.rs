//! Seals addresses of webhooks that an older release stored unsealed, when the file is opened.

use askline_app::ports::StoreResult;
use askline_domain::shared::ids::WebhookId;
use sqlx::{Connection as _, SqlitePool};

use crate::{
    metadata::StoredAddress,
    sealing::SealingKey,
    sql::{
        Row,
        rows::{RowReader, store_error},
    },
};

/// Seals the addresses that an older release stored unsealed, and leaves no trace of them in the file. Does nothing
/// while there is no key: a key created here would make sealed data unreadable if the old key of a restored database is
/// added later.
pub(super) async fn seal_clear_addresses(write: &SqlitePool, sealing: &SealingKey) -> StoreResult<()> {
    let mut connection = write.acquire().await.map_err(store_error)?;
    let clear = sqlx::query("SELECT id, url FROM webhooks WHERE sealed_url IS NULL");
    let rows = clear.fetch_all(&mut *connection).await.map_err(store_error)?;
    if rows.is_empty() {
        return Ok(());
    }
    if !sealing.is_there() {
        tracing::warn!(
            webhooks = rows.len(),
            "The URLs of webhooks are stored unencrypted, because the key that encrypts them is missing"
        );
        return Ok(());
    }
    let webhooks = rows.len();
    // Overwritten data is wiped, not only released.
    sqlx::query("PRAGMA secure_delete = ON").execute(&mut *connection).await.map_err(store_error)?;
    let mut change = connection.begin_with("BEGIN IMMEDIATE").await.map_err(store_error)?;
    for row in rows {
        let row = Row::Sqlite(row);
        let row = RowReader::new(&row, "webhooks", "id");
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
    tracing::info!(webhooks, "Encrypted the URLs of webhooks, which were stored unencrypted");
    Ok(())
}
