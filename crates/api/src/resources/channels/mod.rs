//! `/notifications/channels`: team chats that get notifications. No response contains an address.

mod change;
mod messages;
mod routing;

use askline_app::present_fields::every_field_present;
use askline_domain::{
    channels::{Channel, ChannelState, ChannelType},
    keys::KeyCreator,
    reports::ReportAudience,
    shared::{ids::ChannelId, rfc3339::Moment},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use change::{create_channel, delete_channel, update_channel};
pub use messages::{ChannelMessageView, list_channel_messages, test_channel};
pub use routing::{NotificationRoutes, list_notification_routes, put_notification_routes};

use crate::pipeline::handling::{ApiError, Call, Input, Items, OrgAccess, Reply};

/// A channel.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Channel", transform = every_field_present)]
pub struct ChannelView {
    /// Its id.
    pub id: ChannelId,
    /// The service that it belongs to.
    #[serde(rename = "type")]
    pub kind: ChannelType,
    /// What people call it.
    pub name: String,
    /// Enough to recognize the address by: `hooks.slack.com/…9fQ2`.
    pub masked_address: String,
    /// Whom the reports that are sent to it are for.
    pub audience: ReportAudience,
    /// Its state.
    pub state: ChannelState,
    /// Whether Askline disabled it, because the service said for a day that its address does not exist.
    pub is_gone: bool,
    /// Why the latest attempt failed; null if it did not.
    pub failure: Option<String>,
    /// When the first attempt since the last success failed; null if none did.
    pub failing_since: Option<Moment>,
    /// When a message last arrived; null if none did.
    pub last_sent_at: Option<Moment>,
    /// When it was created.
    pub created_at: Moment,
    /// When a person last changed it.
    pub updated_at: Moment,
    /// Who created it; null for a service account.
    pub created_by: Option<KeyCreator>,
}

/// The channel in the path.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChannelPath {
    /// Its id.
    pub channel_id: ChannelId,
}

impl From<Channel> for ChannelView {
    fn from(channel: Channel) -> Self {
        let state = channel.state();
        let Channel { id, kind, name, masked_address, audience, health, created_at, updated_at, created_by, .. } =
            channel;
        Self {
            id,
            kind,
            name,
            masked_address,
            audience,
            state,
            is_gone: health.is_gone,
            failure: health.failure,
            failing_since: health.failing_since.map(Moment),
            last_sent_at: health.last_sent_at.map(Moment),
            created_at: created_at.into(),
            updated_at: updated_at.into(),
            created_by,
        }
    }
}

/// `GET /notifications/channels`
pub async fn list_channels(call: Call<OrgAccess>, _: Input) -> Result<Reply<Items<ChannelView>>, ApiError> {
    let channels = call.app.ports().channels.channels(call.tenant.id).await?;
    Ok(Reply::new(Items { items: channels.into_iter().map(ChannelView::from).collect() }))
}

/// The channel, if it belongs to the organization.
async fn find(call: &Call<OrgAccess>, id: ChannelId) -> Result<Channel, ApiError> {
    let found = call.app.ports().channels.channel(call.tenant.id, id).await?;
    found.ok_or_else(|| ApiError::not_found("channel"))
}
