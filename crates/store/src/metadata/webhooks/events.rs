//! Events, stored with the change they tell of: a delivery and a job for every webhook that wants to know.

use askline_domain::{
    api_key::KeyRecord,
    id::{DeliveryId, Id as _, MessageId, SiteId},
    ports::StoreResult,
    site::STALE_AFTER,
    webhook::{Delivery, DeliveryStatus, EventName},
    webhook_message::{EXPIRY_TOLD_BEFORE, Event},
};
use jiff::Timestamp;

use super::{TABLE, deliveries};
use crate::metadata::{MetadataStore, change::Change, keys::key_record, sites::read_site};
use crate::sql::{
    Dialects,
    rows::{RowReader, milliseconds},
    sql,
};

impl Change {
    /// Tells every webhook of the organization that wants this event, once this change is committed.
    /// The one function to call for whatever happens.
    pub(crate) async fn raise_event(&mut self, event: &Event) -> StoreResult<()> {
        let rows = sql(Dialects {
            sqlite: "SELECT id FROM webhooks WHERE org_id = $1 AND enabled = 1 \
                     AND EXISTS (SELECT 1 FROM json_each(events) WHERE value = $2) ORDER BY id",
            postgres: "SELECT id FROM webhooks WHERE org_id = $1 AND enabled = 1 \
                       AND jsonb_exists(events::jsonb, $2) ORDER BY id",
        })
        .bind(event.org_id.to_string())
        .bind(event.name.as_str())
        .fetch_all(self.connection())
        .await?;
        let at = event.occurred_at;
        let message_id = MessageId::new(at, &mut rand::rng());
        for row in &rows {
            let delivery = Delivery {
                id: DeliveryId::new(at, &mut rand::rng()),
                webhook_id: RowReader::new(row, TABLE, "id").parsed("id")?,
                message_id,
                event: event.name.to_string(),
                payload: event.payload(),
                status: DeliveryStatus::Pending,
                attempts: 0,
                created_at: at,
                last_attempt_at: None,
                next_attempt_at: Some(at),
                last_attempt: None,
            };
            deliveries::add(self, event.org_id, &delivery).await?;
        }
        Ok(())
    }

    /// Tells that the widget is seen on a site, unless that was the last thing told of it.
    pub(crate) async fn tell_installed(&mut self, id: SiteId, at: Timestamp) -> StoreResult<()> {
        let row = sql("UPDATE sites SET install_told = 'installed' \
             WHERE id = $1 AND (install_told IS NULL OR install_told <> 'installed') RETURNING *")
        .bind(id.to_string())
        .fetch_optional(self.connection())
        .await?;
        match row {
            Some(row) => self.raise_event(&Event::of_site(EventName::SiteInstalled, &read_site(&row)?, at)).await,
            None => Ok(()),
        }
    }
}

pub(super) async fn tell_expiring_keys(store: &MetadataStore, now: Timestamp, most: u32) -> StoreResult<u64> {
    let mut change = store.begin().await?;
    // A key that was replaced ends as its owner wants.
    let rows = sql("UPDATE api_keys SET expiry_told_ms = $1 WHERE id IN (SELECT id FROM api_keys \
         WHERE expires_ms > $1 AND expires_ms <= $2 AND expiry_told_ms IS NULL \
         AND revoked_ms IS NULL AND replaced_by_id IS NULL ORDER BY expires_ms LIMIT $3) RETURNING *")
    .bind(milliseconds(now))
    .bind(milliseconds(now + EXPIRY_TOLD_BEFORE))
    .bind(i64::from(most))
    .fetch_all(change.connection())
    .await?;
    let keys = rows.iter().map(key_record).collect::<StoreResult<Vec<KeyRecord>>>()?;
    for key in &keys {
        change.raise_event(&Event::of_key(EventName::KeyExpiring, key, now)).await?;
    }
    change.commit_without_notice().await?;
    Ok(keys.len() as u64)
}

pub(super) async fn tell_stale_sites(store: &MetadataStore, now: Timestamp, most: u32) -> StoreResult<u64> {
    let mut change = store.begin().await?;
    // A check that found the snippet has seen it, as `Sightings::status` says.
    let rows = sql(
        "UPDATE sites SET install_told = 'stale' WHERE id IN (SELECT id FROM sites WHERE install_told = 'installed' \
         AND (last_seen_ms IS NULL OR last_seen_ms <= $1) \
         AND (checked_ms IS NULL OR check_problem IS NOT NULL OR checked_ms <= $1) LIMIT $2) RETURNING *",
    )
    .bind(milliseconds(now - STALE_AFTER))
    .bind(i64::from(most))
    .fetch_all(change.connection())
    .await?;
    for row in &rows {
        change.raise_event(&Event::of_site(EventName::SiteStale, &read_site(row)?, now)).await?;
    }
    change.commit_without_notice().await?;
    Ok(rows.len() as u64)
}
