//! Idempotency records. A claim is one statement, so of two equal requests only one is done.

use askline_domain::ports::{
    IDEMPOTENCY_KEPT, IdempotencyState, IdempotencyStore, IdempotencyTicket, StoreResult, StoredAnswer,
};
use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::sqlite::SqliteRow;

use super::{
    MetadataStore,
    rows::{RowReader, milliseconds, store_error},
};

#[async_trait]
impl IdempotencyStore for MetadataStore {
    async fn begin(&self, ticket: &IdempotencyTicket, body: [u8; 32], now: Timestamp) -> StoreResult<IdempotencyState> {
        let mut change = MetadataStore::begin(self).await?;
        let claimed = sqlx::query(
            "INSERT INTO idempotency_records (caller, route, key, body_digest, created_ms) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT (caller, route, key) DO UPDATE SET body_digest = excluded.body_digest, \
             created_ms = excluded.created_ms, status = NULL, answer = NULL \
             WHERE idempotency_records.created_ms <= $6",
        )
        .bind(&ticket.caller)
        .bind(&ticket.route)
        .bind(&ticket.key)
        .bind(&body[..])
        .bind(milliseconds(now))
        .bind(oldest_kept(now))
        .execute(change.connection())
        .await
        .map_err(store_error)?
        .rows_affected();
        if claimed > 0 {
            change.commit_without_notice().await?;
            return Ok(IdempotencyState::New);
        }
        let row = sqlx::query("SELECT * FROM idempotency_records WHERE caller = $1 AND route = $2 AND key = $3")
            .bind(&ticket.caller)
            .bind(&ticket.route)
            .bind(&ticket.key)
            .fetch_one(change.connection())
            .await
            .map_err(store_error)?;
        state_of(&row, body)
    }

    async fn complete(&self, ticket: &IdempotencyTicket, answer: &StoredAnswer) -> StoreResult<()> {
        let completion = sqlx::query(
            "UPDATE idempotency_records SET status = $1, answer = $2 \
             WHERE caller = $3 AND route = $4 AND key = $5 AND status IS NULL",
        )
        .bind(i64::from(answer.status))
        .bind(&answer.body)
        .bind(&ticket.caller)
        .bind(&ticket.route)
        .bind(&ticket.key);
        self.write_without_notice(completion).await.map(|_| ())
    }

    async fn abandon(&self, ticket: &IdempotencyTicket) -> StoreResult<()> {
        let removal = sqlx::query(
            "DELETE FROM idempotency_records WHERE caller = $1 AND route = $2 AND key = $3 AND status IS NULL",
        )
        .bind(&ticket.caller)
        .bind(&ticket.route)
        .bind(&ticket.key);
        self.write_without_notice(removal).await.map(|_| ())
    }

    async fn remove_expired(&self, now: Timestamp) -> StoreResult<u64> {
        let removal = sqlx::query("DELETE FROM idempotency_records WHERE created_ms <= $1").bind(oldest_kept(now));
        self.write_without_notice(removal).await
    }
}

fn state_of(row: &SqliteRow, body: [u8; 32]) -> StoreResult<IdempotencyState> {
    let row = RowReader::new(row, "idempotency_records", "key");
    if row.digest("body_digest")?.0 != body {
        return Ok(IdempotencyState::Reused);
    }
    if row.optional_integer("status")?.is_none() {
        return Ok(IdempotencyState::InProgress);
    }
    Ok(IdempotencyState::Done(StoredAnswer { status: row.number("status")?, body: row.text("answer")? }))
}

/// Records made at this millisecond or before count as absent.
fn oldest_kept(now: Timestamp) -> i64 {
    milliseconds(now) - i64::try_from(IDEMPOTENCY_KEPT.as_millis()).expect("a day of milliseconds fits")
}
