//! Rows of channels in a change of a use case.

use askline_app::ports::{StoreResult, change::ChannelRows, changes::Subject};
use askline_domain::{
    channels::{
        Channel,
        message::{ChannelMessage, MessageState},
        reports::ChannelReports,
    },
    reports::period::ReportKind,
    shared::ids::{ChannelId, OrgId},
};
use async_trait::async_trait;

use super::rows;
use crate::{
    metadata::changes::change::Change,
    sql::{rows::json_text, sql},
};

#[async_trait]
impl ChannelRows for Change {
    async fn channels(&mut self, org: OrgId) -> StoreResult<Vec<Channel>> {
        rows::channels(self.connection(), org).await
    }

    async fn channel(&mut self, id: ChannelId) -> StoreResult<Option<Channel>> {
        rows::channel(self.connection(), id).await
    }

    async fn insert_channel(&mut self, channel: &Channel, address: &str) -> StoreResult<()> {
        self.concerns(Subject::Organization(channel.org_id));
        let sealed = self.inner().sealing.seal(&rows::sealed_place(channel.id), address)?;
        let creator = channel.created_by.as_ref();
        sql("INSERT INTO notification_channels (id, org_id, type, name, sealed_address, masked_address, enabled, routes, \
             is_gone, created_ms, updated_ms, created_by_id, created_by_email, audience) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9, $10, $11, $12, $13)")
        .bind(channel.id)
        .bind(channel.org_id)
        .bind(channel.kind.as_str())
        .bind(&channel.name)
        .bind(sealed)
        .bind(&channel.masked_address)
        .bind(channel.enabled)
        .bind(json_text(&channel.routes)?)
        .bind(channel.created_at)
        .bind(channel.updated_at)
        .bind(creator.map(|creator| creator.id.to_string()))
        .bind(creator.map(|creator| creator.email.as_str()))
        .bind(channel.audience.as_str())
        .execute(self.connection())
        .await
        .map(|_| ())
    }

    async fn replace_channel(&mut self, channel: &Channel, address: Option<&str>) -> StoreResult<()> {
        self.concerns(Subject::Organization(channel.org_id));
        let place = rows::sealed_place(channel.id);
        let sealed = address.map(|address| self.inner().sealing.seal(&place, address)).transpose()?;
        let health = &channel.health;
        sql("UPDATE notification_channels SET name = $2, sealed_address = COALESCE($3, sealed_address), \
             masked_address = $4, enabled = $5, routes = $6, last_sent_ms = $7, failing_since_ms = $8, failure = $9, \
             gone_since_ms = $10, is_gone = $11, updated_ms = $12, audience = $13 WHERE id = $1 AND is_removed = 0")
        .bind(channel.id)
        .bind(&channel.name)
        .bind(sealed)
        .bind(&channel.masked_address)
        .bind(channel.enabled)
        .bind(json_text(&channel.routes)?)
        .bind(health.last_sent_at)
        .bind(health.failing_since)
        .bind(health.failure.as_deref())
        .bind(health.gone_since)
        .bind(health.is_gone)
        .bind(channel.updated_at)
        .bind(channel.audience.as_str())
        .execute(self.connection())
        .await
        .map(|_| ())
    }

    async fn delete_channel(&mut self, channel: &Channel) -> StoreResult<()> {
        self.concerns(Subject::Organization(channel.org_id));
        // The jobs of its messages find nothing to do.
        sql("UPDATE notification_channels SET is_removed = 1, enabled = 0 WHERE id = $1")
            .bind(channel.id)
            .execute(self.connection())
            .await
            .map(|_| ())
    }

    async fn channel_reports(&mut self, id: ChannelId, kind: ReportKind) -> StoreResult<Option<ChannelReports>> {
        sql("SELECT * FROM channel_reports WHERE channel_id = $1 AND kind = $2")
            .bind(id)
            .bind(kind.as_str())
            .optional(self.connection(), |row| rows::read_reports(row, id))
            .await
    }

    async fn put_channel_reports(&mut self, reports: &ChannelReports) -> StoreResult<()> {
        sql("INSERT INTO channel_reports (channel_id, kind, done_ms, due_ms) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (channel_id, kind) DO UPDATE SET done_ms = excluded.done_ms, due_ms = excluded.due_ms")
        .bind(reports.channel)
        .bind(reports.kind.as_str())
        .bind(reports.done_until)
        .bind(reports.due_at)
        .execute(self.connection())
        .await
        .map(|_| ())
    }

    async fn remove_channel_reports(&mut self, id: ChannelId, kind: ReportKind) -> StoreResult<()> {
        sql("DELETE FROM channel_reports WHERE channel_id = $1 AND kind = $2")
            .bind(id)
            .bind(kind.as_str())
            .execute(self.connection())
            .await
            .map(|_| ())
    }

    async fn has_report_message(&mut self, message: &ChannelMessage) -> StoreResult<bool> {
        let found = sql("SELECT 1 FROM channel_messages WHERE channel_id = $1 AND kind = $2 AND day = $3 \
             AND site_id = $4 LIMIT 1")
        .bind(message.channel_id)
        .bind(&message.kind)
        .bind(message.day.0)
        .bind(message.site_id)
        .fetch_optional(self.connection())
        .await?;
        Ok(found.is_some())
    }

    async fn insert_channel_message(&mut self, message: &ChannelMessage) -> StoreResult<()> {
        rows::insert_message(self.connection(), message).await
    }

    async fn replace_channel_message(
        &mut self,
        message: &ChannelMessage,
        gathered: Option<MessageState>,
    ) -> StoreResult<()> {
        sql("UPDATE channel_messages SET state = $2, attempts = $3, sent_ms = $4, next_attempt_ms = $5, \
             response_status = $6, failure = $7 WHERE id = $1")
        .bind(message.id)
        .bind(message.state.as_str())
        .bind(message.attempts)
        .bind(message.sent_at)
        .bind(message.next_attempt_at)
        .bind(message.response_status)
        .bind(message.failure.as_deref())
        .execute(self.connection())
        .await?;
        let Some(state) = gathered else { return Ok(()) };
        // At most as many rows as a digest gathers.
        sql("UPDATE channel_messages SET state = $2, sent_ms = $3, failure = $4 WHERE digest_id = $1")
            .bind(message.id)
            .bind(state.as_str())
            .bind(message.sent_at)
            .bind(message.failure.as_deref())
            .execute(self.connection())
            .await
            .map(|_| ())
    }
}
