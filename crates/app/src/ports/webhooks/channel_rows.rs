//! Rows of channels and their messages in a change.

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

use crate::ports::StoreResult;

/// Rows of channels in a change. Their organization is among what the commit notifies about.
#[async_trait]
pub trait ChannelRows: Send {
    /// The channels of an organization, newest first.
    async fn channels(&mut self, org: OrgId) -> StoreResult<Vec<Channel>>;
    /// A channel of any organization that was not deleted.
    async fn channel(&mut self, id: ChannelId) -> StoreResult<Option<Channel>>;
    /// Stores a new channel with its address.
    async fn insert_channel(&mut self, channel: &Channel, address: &str) -> StoreResult<()>;
    /// Stores what can change of a channel, and another address if there is one.
    async fn replace_channel(&mut self, channel: &Channel, address: Option<&str>) -> StoreResult<()>;
    /// Deletes a channel. Its messages are removed in pieces, and none is sent from now on.
    async fn delete_channel(&mut self, channel: &Channel) -> StoreResult<()>;
    /// The reports of a kind that go to a channel.
    async fn channel_reports(&mut self, id: ChannelId, kind: ReportKind) -> StoreResult<Option<ChannelReports>>;
    /// Stores reports that go to a channel, new or changed.
    async fn put_channel_reports(&mut self, reports: &ChannelReports) -> StoreResult<()>;
    /// Removes the reports of a kind that went to a channel.
    async fn remove_channel_reports(&mut self, id: ChannelId, kind: ReportKind) -> StoreResult<()>;
    /// Whether the channel was sent the report of this message's site and day before.
    async fn has_report_message(&mut self, message: &ChannelMessage) -> StoreResult<bool>;
    /// Stores a new message.
    async fn insert_channel_message(&mut self, message: &ChannelMessage) -> StoreResult<()>;
    /// Stores what can change of a message. If it is a digest, what waits for it gets this state, too.
    async fn replace_channel_message(
        &mut self,
        message: &ChannelMessage,
        gathered: Option<MessageState>,
    ) -> StoreResult<()>;
}
