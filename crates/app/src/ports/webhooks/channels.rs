//! Stored channels and their messages. A channel's address is sealed.

use askline_domain::{
    channels::{Channel, message::ChannelMessage, notice::Notice, reports::ChannelReports},
    identity::secret::Secret,
    shared::{
        ids::{ChannelId, MessageId, OrgId, UserId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::{StoreResult, change::BeginChange};

/// A message with everything that an attempt needs.
#[derive(Debug, Clone)]
pub struct DueMessage {
    /// The message.
    pub message: ChannelMessage,
    /// The channel.
    pub channel: Channel,
    /// The channel's address; `None` if the key that encrypted it is lost.
    pub address: Option<Secret>,
    /// For a digest: what waits for it, the oldest first.
    pub gathered: Vec<Notice>,
    /// The name of the site that it is about.
    pub site_name: Option<String>,
}

/// Channels. What changes them is in [`crate::ports::change::ChannelRows`].
#[async_trait]
pub trait ChannelStore: BeginChange {
    /// The channels of an organization, newest first, with routes that name no deleted site. There are at most
    /// [`askline_domain::channels::MAX_CHANNELS_PER_ORGANIZATION`].
    async fn channels(&self, org: OrgId) -> StoreResult<Vec<Channel>>;
    /// One channel of an organization.
    async fn channel(&self, org: OrgId, id: ChannelId) -> StoreResult<Option<Channel>>;
    /// The messages of a channel, newest first.
    async fn channel_messages(&self, channel: ChannelId, page: PageRequest) -> StoreResult<Page<ChannelMessage>>;
    /// A message that waits for an attempt; `None` if it ended, or its channel or organization was deleted.
    async fn due_message(&self, id: MessageId) -> StoreResult<Option<DueMessage>>;
    /// Reports to channels that are to be looked at by `now`, the longest due first, at most `most`.
    async fn due_channel_reports(&self, now: Timestamp, most: u32) -> StoreResult<Vec<(Channel, ChannelReports)>>;
    /// Some owners and admins of an organization, the first members first, at most `most`.
    async fn admins(&self, org: OrgId, most: u32) -> StoreResult<Vec<UserId>>;
    /// Removes messages that were made before `before`, at most `most`; returns how many.
    async fn remove_old_messages(&self, before: Timestamp, most: u32) -> StoreResult<u64>;
}
