//! Events for webhooks, stored in the change that they report. Every webhook that subscribes to an event gets a
//! delivery and a job.

use std::collections::BTreeMap;

use askline_app::ports::StoreResult;
use askline_domain::{
    shared::ids::{DeliveryId, Id as _, MessageId, OrgId, SiteId},
    sites::STALE_AFTER,
    webhooks::{Delivery, EventName, message::Event},
};
use jiff::Timestamp;
use sqlx::AssertSqlSafe;

use super::{deliveries, read_back, rows::TABLE};
use crate::{
    metadata::{
        MetadataStore, alert_mails,
        changes::{change::Change, scope::Scope},
        channels,
        sites::read_site,
    },
    sql::{
        Dialects, Row,
        rows::{RowReader, milliseconds},
        sql,
    },
};

impl Change {
    /// Stores this event, and sends it to all webhooks, channels and members of the organization that get it, once this change is committed.
    /// All events must go through this function.
    pub(crate) async fn raise_event(&mut self, event: &Event) -> StoreResult<()> {
        let rows = sql(Dialects {
            sqlite: "SELECT id FROM webhooks WHERE org_id = $1 AND enabled = 1 AND is_removed = 0 \
                     AND EXISTS (SELECT 1 FROM json_each(events) WHERE value = $2) \
                     AND org_id NOT IN (SELECT id FROM organizations WHERE is_removed = 1) ORDER BY id",
            postgres: "SELECT id FROM webhooks WHERE org_id = $1 AND enabled = 1 AND is_removed = 0 \
                       AND jsonb_exists(events::jsonb, $2) \
                       AND org_id NOT IN (SELECT id FROM organizations WHERE is_removed = 1) ORDER BY id",
        })
        .bind(event.org_id)
        .bind(event.name.as_str())
        .fetch_all(self.connection())
        .await?;
        let at = event.occurred_at;
        let message_id = MessageId::new(at, &mut rand::rng());
        read_back::insert(self.connection(), message_id, event).await?;
        for row in &rows {
            let (id, webhook) = (DeliveryId::new(at, &mut rand::rng()), RowReader::new(row, TABLE, "id").parsed("id")?);
            let delivery = Delivery::new(id, webhook, (message_id, event.name.to_string(), event.payload()), at);
            deliveries::add(self, event.org_id, &delivery).await?;
        }
        channels::events::add(self, event).await?;
        alert_mails::events::add(self, event).await
    }

    /// Reports that the widget is seen on a site, unless the last event already reported it.
    pub(crate) async fn tell_installed(&mut self, id: SiteId, at: Timestamp) -> StoreResult<()> {
        let row = sql("UPDATE sites SET install_told = 'installed' \
             WHERE id = $1 AND (install_told IS NULL OR install_told <> 'installed') RETURNING *")
        .bind(id)
        .fetch_optional(self.connection())
        .await?;
        match row {
            Some(row) => self.raise_event(&Event::of_site(EventName::SiteInstalled, &read_site(&row)?, at)).await,
            None => Ok(()),
        }
    }
}

pub(super) async fn tell_stale_sites(store: &MetadataStore, now: Timestamp, most: u32) -> StoreResult<u64> {
    // A check that found the snippet counts as a sighting, as in `Sightings::status`.
    const UNSEEN: &str = "is_removed = 0 AND install_told = 'installed' AND (last_seen_ms IS NULL OR last_seen_ms <= $1) \
         AND (checked_ms IS NULL OR check_problem IS NOT NULL OR checked_ms <= $1)";
    let text = format!("SELECT id, org_id FROM sites WHERE {UNSEEN} LIMIT $2");
    let unseen_since = milliseconds(now - STALE_AFTER);
    let rows = sql(AssertSqlSafe(text)).bind(unseen_since).bind(most).fetch_all(&store.inner.read).await?;
    let mut told = 0;
    for (org, sites) in by_organization(&rows)? {
        let mut change = store.begin([Scope::Organization(org)]).await?;
        for id in sites {
            let text = format!("UPDATE sites SET install_told = 'stale' WHERE {UNSEEN} AND id = $2 RETURNING *");
            let row = sql(AssertSqlSafe(text)).bind(unseen_since).bind(id).fetch_optional(change.connection()).await?;
            let Some(row) = row else { continue };
            change.raise_event(&Event::of_site(EventName::SiteStale, &read_site(&row)?, now)).await?;
            told += 1;
        }
        change.commit_without_notice().await?;
    }
    Ok(told)
}

/// Groups the ids of sites by their organization.
fn by_organization(rows: &[Row]) -> StoreResult<BTreeMap<OrgId, Vec<String>>> {
    let mut found = BTreeMap::<OrgId, Vec<String>>::new();
    for row in rows {
        let row = RowReader::new(row, "sites", "id");
        found.entry(row.parsed("org_id")?).or_default().push(row.text("id")?);
    }
    Ok(found)
}
