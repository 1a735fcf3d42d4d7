//! Events that can be read back, in the order in which their changes were committed.

use askline_app::ports::{
    StoreResult,
    webhooks::{StoredEvent, WebhookEventStore},
};
use askline_domain::{
    shared::{
        ids::{MessageId, OrgId},
        paging::Page,
    },
    webhooks::message::Event,
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::{
    metadata::MetadataStore,
    sql::{Connection, rows::RowReader, skipping_locked, sql},
};

/// Stores an event as the next of its organization. The row of the counter stays locked until the transaction ends, so a later
/// number is never committed before an earlier one.
pub(super) async fn insert(connection: &mut Connection, id: MessageId, event: &Event) -> StoreResult<()> {
    // An organization that was removed in between has no events.
    let next: Option<i64> =
        sql("INSERT INTO webhook_event_counts (org_id, last) SELECT id, 1 FROM organizations WHERE id = $1 \
         ON CONFLICT (org_id) DO UPDATE SET last = webhook_event_counts.last + 1 RETURNING last")
        .bind(event.org_id)
        .optional(&mut *connection, |row| RowReader::new(row, "webhook_event_counts", "last").number("last"))
        .await?;
    let Some(next) = next else { return Ok(()) };
    sql("INSERT INTO webhook_events (org_id, sequence, id, type, payload, created_ms) VALUES ($1, $2, $3, $4, $5, $6)")
        .bind(event.org_id)
        .bind(next)
        .bind(id)
        .bind(event.name.as_str())
        .bind(event.payload())
        .bind(event.occurred_at)
        .execute(connection)
        .await
        .map(|_| ())
}

#[async_trait]
impl WebhookEventStore for MetadataStore {
    async fn place_of_event(&self, org: OrgId, id: MessageId) -> StoreResult<Option<u64>> {
        let mut connection = self.inner.read.acquire().await?;
        sql("SELECT id, sequence FROM webhook_events WHERE id = $1 AND org_id = $2")
            .bind(id)
            .bind(org)
            .optional(&mut connection, |row| RowReader::new(row, "webhook_events", "id").number("sequence"))
            .await
    }

    async fn events_after(
        &self,
        org: OrgId,
        place: u64,
        kind: Option<&str>,
        limit: u32,
    ) -> StoreResult<Page<StoredEvent>> {
        let text = match kind {
            None => {
                "SELECT * FROM webhook_events WHERE org_id = $1 AND sequence > $2 AND $3 = $3 ORDER BY sequence LIMIT $4"
            }
            Some(_) => {
                "SELECT * FROM webhook_events WHERE org_id = $1 AND sequence > $2 AND type = $3 ORDER BY sequence LIMIT $4"
            }
        };
        let mut connection = self.inner.read.acquire().await?;
        let rows = sql(text)
            .bind(org)
            .bind(i64::try_from(place).unwrap_or(i64::MAX))
            .bind(kind.unwrap_or_default())
            .bind(limit.saturating_add(1))
            .all(&mut connection, |row| {
                let row = RowReader::new(row, "webhook_events", "id");
                Ok(StoredEvent { id: row.parsed("id")?, place: row.number("sequence")?, payload: row.json("payload")? })
            })
            .await?;
        Ok(Page::cut(rows, limit))
    }

    async fn remove_old_webhook_events(&self, before: Timestamp, most: u32) -> StoreResult<u64> {
        let removal = sql(skipping_locked!(
            removing "DELETE FROM webhook_events WHERE id IN \
             (SELECT id FROM webhook_events WHERE created_ms < $1 ORDER BY created_ms LIMIT $2",
            ")"
        ));
        self.write_without_notice(removal.bind(before).bind(most)).await
    }
}
