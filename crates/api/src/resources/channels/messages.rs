//! Lists the messages of a channel, and sends tests.

use askline_app::{channels, present_fields::every_field_present};
use askline_domain::{
    channels::message::{ChannelMessage, MessageState},
    shared::{
        ids::{ChannelId, Id as _, MessageId, SiteId},
        rfc3339::Moment,
    },
};
use schemars::JsonSchema;
use serde::Serialize;

use super::{ChannelPath, find};
use crate::pipeline::handling::{ApiError, Call, Input, Items, OrgAccess, PageQuery, Reply};

/// A message to a channel.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChannelMessage", transform = every_field_present)]
pub struct ChannelMessageView {
    /// Its id.
    pub id: MessageId,
    /// The channel.
    pub channel_id: ChannelId,
    /// The site that it is about; null if it is about none.
    pub site_id: Option<SiteId>,
    /// The event, the report, `channel.test` or `channel.digest`.
    pub kind: String,
    /// Its first line.
    pub title: String,
    /// Its state.
    pub state: MessageState,
    /// The digest that it waits for or was sent with; null if it is sent alone.
    pub digest_id: Option<MessageId>,
    /// The number of attempts so far.
    pub attempts: u32,
    /// When it was made.
    pub created_at: Moment,
    /// When the service accepted it; null until then.
    pub sent_at: Option<Moment>,
    /// When the next attempt is due; null if no further one is planned.
    pub next_attempt_at: Option<Moment>,
    /// The status of the service's last answer; null without an answer.
    pub response_status: Option<u16>,
    /// Why the last attempt failed; null if it did not.
    pub failure: Option<String>,
}

impl From<ChannelMessage> for ChannelMessageView {
    fn from(message: ChannelMessage) -> Self {
        Self {
            id: message.id,
            channel_id: message.channel_id,
            site_id: message.site_id,
            kind: message.kind,
            title: message.notice.title,
            state: message.state,
            digest_id: message.digest_id,
            attempts: message.attempts,
            created_at: message.created_at.into(),
            sent_at: message.sent_at.map(Moment),
            next_attempt_at: message.next_attempt_at.map(Moment),
            response_status: message.response_status,
            failure: message.failure,
        }
    }
}

/// `GET /notifications/channels/:channelId/messages`
pub async fn list_channel_messages(
    call: Call<OrgAccess>,
    input: Input<ChannelPath, PageQuery>,
) -> Result<Reply<Items<ChannelMessageView>>, ApiError> {
    let (channel, page) = (find(&call, input.path.channel_id).await?, input.query.page()?);
    let found = call.app.ports().channels.channel_messages(channel.id, page).await?;
    let items = found.items.into_iter().map(ChannelMessageView::from).collect();
    let views = askline_domain::shared::paging::Page { items, has_more: found.has_more };
    Ok(Reply::page(views, page.limit, |view| view.id.bits()))
}

/// `POST /notifications/channels/:channelId/test`
pub async fn test_channel(
    call: Call<OrgAccess>,
    input: Input<ChannelPath>,
) -> Result<Reply<ChannelMessageView>, ApiError> {
    let (store, of) = (&*call.app.ports().channels, (call.tenant.id, input.path.channel_id));
    let message = channels::test(store, of, &call.audit_context()).await?;
    Ok(Reply::new(message.into()))
}
