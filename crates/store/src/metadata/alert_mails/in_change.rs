//! Rows of alerts by email in a change of a use case.

use askline_app::ports::{StoreResult, change::AlertMailRows};
use askline_domain::{
    alert_mails::{settings::AlertSettings, told::ToldAlert},
    shared::ids::UserId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{MAILS, OF_USER};
use crate::{
    metadata::changes::change::Change,
    sql::{
        Row,
        rows::{RowReader, json_text},
        sql,
    },
};

#[async_trait]
impl AlertMailRows for Change {
    async fn alert_settings(&mut self, user: UserId) -> StoreResult<AlertSettings> {
        let found = sql(OF_USER).bind(user).optional(self.connection(), super::read).await?;
        Ok(found.unwrap_or_default())
    }

    async fn put_alert_settings(&mut self, user: UserId, settings: &AlertSettings) -> StoreResult<()> {
        sql("INSERT INTO alert_settings (user_id, wishes, quiet_hours, sent_ms) \
             SELECT id, $2, $3, $4 FROM users WHERE id = $1 \
             ON CONFLICT (user_id) DO UPDATE SET wishes = excluded.wishes, quiet_hours = excluded.quiet_hours, \
             sent_ms = excluded.sent_ms")
        .bind(user)
        .bind(json_text(&settings.wishes)?)
        .bind(settings.quiet_hours.as_ref().map(json_text).transpose()?)
        .bind(settings.sent_at)
        .execute(self.connection())
        .await
        .map(|_| ())
    }

    async fn take_due_alerts(&mut self, user: UserId, now: Timestamp, most: u32) -> StoreResult<Vec<ToldAlert>> {
        let mut taken = sql("UPDATE alert_mails SET sent_ms = $2 WHERE id IN (SELECT id FROM alert_mails \
             WHERE user_id = $1 AND sent_ms IS NULL AND due_ms <= $2 ORDER BY id DESC LIMIT $3) RETURNING id, told")
        .bind(user)
        .bind(now)
        .bind(most)
        .all(self.connection(), |row: &Row| {
            let row = RowReader::new(row, MAILS, "id");
            Ok((row.text("id")?, row.json::<ToldAlert>("told")?))
        })
        .await?;
        // The rows of a change have no order.
        taken.sort_unstable_by(|(one, _), (other, _)| other.cmp(one));
        Ok(taken.into_iter().map(|(_, alert)| alert).collect())
    }
}
