//! Channels and their messages. Addresses are sealed, and opened only for sending.

pub(in crate::metadata) mod events;
mod in_change;
mod rows;

use std::collections::BTreeSet;

use askline_app::ports::{
    StoreError, StoreResult,
    webhooks::channels::{ChannelStore, DueMessage},
};
use askline_domain::{
    channels::{
        Channel,
        message::{ChannelMessage, MAX_GATHERED},
        reports::ChannelReports,
    },
    shared::{
        ids::{ChannelId, MessageId, OrgId, SiteId, UserId},
        paging::{Page, PageRequest},
    },
    sites::visible::VisibleSites,
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{MetadataStore, organizations::member_sites};
use crate::sql::{
    rows::{RowReader, page_bound},
    skipping_locked, sql,
};

#[async_trait]
impl ChannelStore for MetadataStore {
    async fn channels(&self, org: OrgId) -> StoreResult<Vec<Channel>> {
        let mut connection = self.inner.read.acquire().await?;
        let mut channels = rows::channels(&mut connection, org).await?;
        let named = channels.iter().flat_map(|channel| &channel.routes).filter_map(|route| route.site_ids.listed());
        let named: BTreeSet<SiteId> = named.flatten().copied().collect();
        if named.is_empty() {
            return Ok(channels);
        }
        let named = VisibleSites::only(named.into_iter().collect());
        let present = member_sites::without_deleted(&mut connection, org, &named).await?;
        for route in channels.iter_mut().flat_map(|channel| &mut channel.routes) {
            if route.site_ids.listed().is_some() {
                route.site_ids = route.site_ids.common_with(&present);
            }
        }
        Ok(channels)
    }

    async fn channel(&self, org: OrgId, id: ChannelId) -> StoreResult<Option<Channel>> {
        let mut connection = self.inner.read.acquire().await?;
        Ok(rows::channel(&mut connection, id).await?.filter(|channel| channel.org_id == org))
    }

    async fn channel_messages(&self, channel: ChannelId, page: PageRequest) -> StoreResult<Page<ChannelMessage>> {
        sql("SELECT * FROM channel_messages WHERE channel_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3")
            .bind(channel)
            .bind(page_bound::<MessageId>(page))
            .page(&self.inner.read, page, rows::read_message)
            .await
    }

    async fn due_message(&self, id: MessageId) -> StoreResult<Option<DueMessage>> {
        let mut connection = self.inner.read.acquire().await?;
        let message = sql("SELECT * FROM channel_messages WHERE id = $1 AND state = 'pending'")
            .bind(id)
            .optional(&mut connection, rows::read_message)
            .await?;
        let Some(message) = message else { return Ok(None) };
        let found = sql("SELECT c.* FROM notification_channels c JOIN organizations o ON o.id = c.org_id \
             WHERE c.id = $1 AND c.is_removed = 0 AND o.is_removed = 0")
        .bind(message.channel_id)
        .optional(&mut connection, |row| {
            let sealed = RowReader::new(row, rows::CHANNELS, "id").text("sealed_address")?;
            Ok((rows::read_channel(row)?, sealed))
        })
        .await?;
        let Some((channel, sealed)) = found else { return Ok(None) };
        let gathered = if message.is_digest() {
            sql("SELECT * FROM channel_messages WHERE digest_id = $1 ORDER BY id LIMIT $2")
                .bind(message.id)
                .bind(MAX_GATHERED)
                .all(&mut connection, |row| Ok(rows::read_message(row)?.notice))
                .await?
        } else {
            Vec::new()
        };
        let site_name = match message.site_id {
            Some(site) => {
                sql("SELECT name FROM sites WHERE id = $1").bind(site).optional_value(&mut connection).await?
            }
            None => None,
        };
        let address = match self.inner.sealing.open(&rows::sealed_place(channel.id), &sealed) {
            Err(StoreError::Unavailable(_)) => None,
            opened => opened?,
        };
        Ok(Some(DueMessage { message, channel, address, gathered, site_name }))
    }

    async fn due_channel_reports(&self, now: Timestamp, most: u32) -> StoreResult<Vec<(Channel, ChannelReports)>> {
        let mut connection = self.inner.read.acquire().await?;
        sql("SELECT c.*, r.kind, r.done_ms, r.due_ms FROM channel_reports r \
             JOIN notification_channels c ON c.id = r.channel_id JOIN organizations o ON o.id = c.org_id \
             WHERE r.due_ms <= $1 AND c.is_removed = 0 AND o.is_removed = 0 ORDER BY r.due_ms LIMIT $2")
        .bind(now)
        .bind(most)
        .all(&mut connection, |row| {
            let channel = rows::read_channel(row)?;
            let reports = rows::read_reports(row, channel.id)?;
            Ok((channel, reports))
        })
        .await
    }

    async fn admins(&self, org: OrgId, most: u32) -> StoreResult<Vec<UserId>> {
        let mut connection = self.inner.read.acquire().await?;
        sql("SELECT user_id FROM memberships WHERE org_id = $1 AND role IN ('owner', 'admin') ORDER BY user_id LIMIT $2")
            .bind(org)
            .bind(most)
            .all(&mut connection, |row| RowReader::new(row, "memberships", "user_id").parsed("user_id"))
            .await
    }

    async fn remove_old_messages(&self, before: Timestamp, most: u32) -> StoreResult<u64> {
        let removal = sql(skipping_locked!(
            removing "DELETE FROM channel_messages WHERE id IN \
             (SELECT id FROM channel_messages WHERE created_ms < $1 ORDER BY created_ms LIMIT $2",
            ")"
        ));
        self.write_without_notice(removal.bind(before).bind(most)).await
    }
}
