//! Alerts by email: what people chose, and what is due.

pub(super) mod events;
mod in_change;

use askline_app::ports::{StoreResult, identity::alert_mails::AlertMailStore};
use askline_domain::{alert_mails::settings::AlertSettings, shared::ids::UserId};
use async_trait::async_trait;
use jiff::Timestamp;

use super::MetadataStore;
use crate::sql::{
    Row,
    rows::{Columns, RowReader},
    skipping_locked, sql,
};

const SETTINGS: &str = "alert_settings";
const MAILS: &str = "alert_mails";
const OF_USER: &str = "SELECT * FROM alert_settings WHERE user_id = $1";

#[async_trait]
impl AlertMailStore for MetadataStore {
    async fn alert_settings_of(&self, user: UserId) -> StoreResult<AlertSettings> {
        let mut connection = self.inner.read.acquire().await?;
        let found = sql(OF_USER).bind(user).optional(&mut connection, read).await?;
        Ok(found.unwrap_or_default())
    }

    async fn people_with_due_alerts(
        &self,
        now: Timestamp,
        sent_before: Timestamp,
        most: u32,
    ) -> StoreResult<Vec<UserId>> {
        sql("SELECT DISTINCT a.user_id FROM alert_mails a JOIN alert_settings s ON s.user_id = a.user_id \
             WHERE a.sent_ms IS NULL AND a.due_ms <= $1 AND (s.sent_ms IS NULL OR s.sent_ms < $2 OR s.sent_ms > $1) \
             LIMIT $3")
        .bind(now)
        .bind(sent_before)
        .bind(most)
        .all(&self.inner.read, |row: &Row| RowReader::new(row, MAILS, "user_id").parsed("user_id"))
        .await
    }

    async fn remove_old_alert_mails(&self, before: Timestamp, most: u32) -> StoreResult<u64> {
        let removal = sql(skipping_locked!(
            removing "DELETE FROM alert_mails WHERE id IN \
             (SELECT id FROM alert_mails WHERE created_ms < $1 ORDER BY created_ms LIMIT $2",
            ")"
        ));
        self.write_without_notice(removal.bind(before).bind(most)).await
    }
}

/// Reads what a person chose.
fn read<C: Columns>(row: &C) -> StoreResult<AlertSettings> {
    let row = RowReader::new(row, SETTINGS, "user_id");
    Ok(AlertSettings {
        wishes: row.json("wishes")?,
        quiet_hours: row.optional_json("quiet_hours")?,
        sent_at: row.optional_time("sent_ms")?,
    })
}
