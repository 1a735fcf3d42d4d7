//! When sites are looked at for alerts, and what was told about them.

use askline_app::ports::{StoreResult, change::AlertRows, sites::alerts::AlertStore};
use askline_domain::{alerts::state::AlertState, shared::ids::SiteId};
use async_trait::async_trait;
use jiff::Timestamp;

use super::TABLE;
use crate::{
    metadata::{MetadataStore, changes::change::Change},
    sql::{
        Row,
        rows::{RowReader, json_text},
        sql,
    },
};

/// Due sites, except those that were deleted with their organization.
macro_rules! due {
    ($when:literal) => {
        concat!(
            "SELECT s.id FROM sites s JOIN organizations o ON o.id = s.org_id AND o.is_removed = 0 \
             WHERE s.is_removed = 0 AND s.alerts_due_ms ",
            $when,
            " $1 ORDER BY s.alerts_due_ms LIMIT $2"
        )
    };
}

#[async_trait]
impl AlertStore for MetadataStore {
    async fn sites_to_look_at(&self, now: Timestamp, until: Timestamp, most: u32) -> StoreResult<Vec<SiteId>> {
        let id = |row: &Row| RowReader::new(row, TABLE, "id").parsed("id");
        // Two statements, because a condition with OR would read the sites in between.
        let mut found: Vec<SiteId> = sql(due!("<=")).bind(now).bind(most).all(&self.inner.read, id).await?;
        found.extend(sql(due!(">")).bind(until).bind(most).all(&self.inner.read, id).await?);
        Ok(found)
    }
}

#[async_trait]
impl AlertRows for Change {
    async fn alert_state(&mut self, site: SiteId) -> StoreResult<Option<AlertState>> {
        sql("SELECT id, alert_state FROM sites WHERE id = $1 AND is_removed = 0")
            .bind(site)
            .optional(self.connection(), |row| RowReader::new(row, TABLE, "id").json("alert_state"))
            .await
    }

    async fn put_alert_state(&mut self, site: SiteId, state: &AlertState, next_at: Timestamp) -> StoreResult<()> {
        sql("UPDATE sites SET alert_state = $2, alerts_due_ms = $3 WHERE id = $1")
            .bind(site)
            .bind(json_text(state)?)
            .bind(next_at)
            .execute(self.connection())
            .await
            .map(|_| ())
    }
}
