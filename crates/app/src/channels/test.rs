//! Sends a test message to a channel.

use askline_domain::{
    audit::context::AuditContext,
    channels::message::ChannelMessage,
    shared::ids::{ChannelId, OrgId},
};
use serde_json::json;

use super::entry::of_organization;
use crate::{
    error::{Conflict, UseCaseError},
    ports::{change::Scope, webhooks::channels::ChannelStore},
};

/// Queues a test message. What became of it is in the list of messages.
pub async fn test(
    channels: &dyn ChannelStore,
    (org, id): (OrgId, ChannelId),
    context: &AuditContext,
) -> Result<ChannelMessage, UseCaseError> {
    let mut change = channels.begin(&[Scope::Organization(org)]).await?;
    let channel = of_organization(change.channel(id).await?, org)?;
    if !channel.enabled {
        return Err(Conflict::ChannelDisabled.into());
    }
    let message = ChannelMessage::test(&channel, context.at);
    change.insert_channel_message(&message).await?;
    change.enqueue(&message.job(org)).await?;
    let metadata = json!({ "messageId": message.id });
    let entry = context.entry(org, "channel.tested", vec![channel.audit_target()], metadata).making(message.id);
    change.audit(entry).await?;
    change.commit_without_notice().await?;
    Ok(message)
}
