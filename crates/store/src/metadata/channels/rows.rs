//! Channels and messages as rows, and back.

use askline_app::ports::StoreResult;
use askline_domain::{
    channels::{Channel, ChannelHealth, message::ChannelMessage, reports::ChannelReports},
    keys::KeyCreator,
    shared::{
        calendar::Day,
        ids::{ChannelId, OrgId},
    },
};

use crate::sql::{
    Connection, Row,
    rows::{RowReader, json_text},
    sql,
};

pub(super) const CHANNELS: &str = "notification_channels";
pub(super) const MESSAGES: &str = "channel_messages";

/// The location of a channel's address, which its seal is bound to.
pub(super) fn sealed_place(id: ChannelId) -> String {
    format!("channels/{id}")
}

pub(super) async fn channels(connection: &mut Connection, org: OrgId) -> StoreResult<Vec<Channel>> {
    sql("SELECT * FROM notification_channels WHERE org_id = $1 AND is_removed = 0 ORDER BY id DESC")
        .bind(org)
        .all(connection, read_channel)
        .await
}

pub(super) async fn channel(connection: &mut Connection, id: ChannelId) -> StoreResult<Option<Channel>> {
    sql("SELECT * FROM notification_channels WHERE id = $1 AND is_removed = 0")
        .bind(id)
        .optional(connection, read_channel)
        .await
}

pub(super) fn read_channel(row: &Row) -> StoreResult<Channel> {
    let row = RowReader::new(row, CHANNELS, "id");
    Ok(Channel {
        id: row.parsed("id")?,
        org_id: row.parsed("org_id")?,
        kind: row.parsed("type")?,
        name: row.text("name")?,
        masked_address: row.text("masked_address")?,
        enabled: row.flag("enabled")?,
        audience: row.parsed("audience")?,
        routes: row.json("routes")?,
        health: ChannelHealth {
            last_sent_at: row.optional_time("last_sent_ms")?,
            failing_since: row.optional_time("failing_since_ms")?,
            failure: row.optional_text("failure")?,
            gone_since: row.optional_time("gone_since_ms")?,
            is_gone: row.flag("is_gone")?,
        },
        created_at: row.time("created_ms")?,
        updated_at: row.time("updated_ms")?,
        created_by: match row.optional_parsed("created_by_id")? {
            Some(id) => Some(KeyCreator { id, email: row.text("created_by_email")? }),
            None => None,
        },
    })
}

pub(super) fn read_reports(row: &Row, channel: ChannelId) -> StoreResult<ChannelReports> {
    let row = RowReader::new(row, "channel_reports", "kind");
    Ok(ChannelReports {
        channel,
        kind: row.parsed("kind")?,
        done_until: row.time("done_ms")?,
        due_at: row.time("due_ms")?,
    })
}

pub(super) fn read_message(row: &Row) -> StoreResult<ChannelMessage> {
    let row = RowReader::new(row, MESSAGES, "id");
    Ok(ChannelMessage {
        id: row.parsed("id")?,
        channel_id: row.parsed("channel_id")?,
        site_id: row.optional_parsed("site_id")?,
        kind: row.text("kind")?,
        day: Day(row
            .optional_integer("day")?
            .and_then(|day| i32::try_from(day).ok())
            .ok_or_else(|| row.corrupt("day"))?),
        notice: row.json("notice")?,
        state: row.parsed("state")?,
        digest_id: row.optional_parsed("digest_id")?,
        more: row.number("more")?,
        attempts: row.number("attempts")?,
        created_at: row.time("created_ms")?,
        sent_at: row.optional_time("sent_ms")?,
        next_attempt_at: row.optional_time("next_attempt_ms")?,
        response_status: row.optional_integer("response_status")?.map(|_| row.number("response_status")).transpose()?,
        failure: row.optional_text("failure")?,
    })
}

pub(super) async fn insert_message(connection: &mut Connection, message: &ChannelMessage) -> StoreResult<()> {
    sql("INSERT INTO channel_messages (id, channel_id, site_id, kind, day, notice, state, digest_id, more, attempts, \
         created_ms, sent_ms, next_attempt_ms, response_status, failure) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)")
    .bind(message.id)
    .bind(message.channel_id)
    .bind(message.site_id)
    .bind(&message.kind)
    .bind(message.day.0)
    .bind(json_text(&message.notice)?)
    .bind(message.state.as_str())
    .bind(message.digest_id)
    .bind(message.more)
    .bind(message.attempts)
    .bind(message.created_at)
    .bind(message.sent_at)
    .bind(message.next_attempt_at)
    .bind(message.response_status)
    .bind(message.failure.as_deref())
    .execute(connection)
    .await
    .map(|_| ())
}
