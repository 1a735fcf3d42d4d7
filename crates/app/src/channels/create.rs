//! Adds a channel.

use askline_domain::{
    audit::context::AuditContext,
    channels::{
        Channel, MAX_CHANNELS_PER_ORGANIZATION,
        input::{AddressVerdict, NewChannel},
    },
    keys::KeyCreator,
    shared::ids::{ChannelId, Id as _, OrgId},
};
use serde_json::json;

use crate::{
    error::{Limit, UseCaseError},
    ports::{change::Scope, webhooks::channels::ChannelStore},
};

/// Adds a channel to an organization, unless it has as many as it may have. Nothing is sent there until a route says so.
pub async fn create(
    channels: &dyn ChannelStore,
    org: OrgId,
    (new, verdict): (NewChannel, AddressVerdict),
    created_by: Option<KeyCreator>,
    context: &AuditContext,
) -> Result<Channel, UseCaseError> {
    let settings = new.check(verdict)?;
    let id = ChannelId::new(context.at, &mut rand::rng());
    let channel = Channel::new(id, org, &settings, created_by, context.at);
    let metadata = json!({ "type": channel.kind, "address": channel.masked_address });
    let entry = context.entry(org, "channel.created", vec![channel.audit_target()], metadata);
    let mut change = channels.begin(&[Scope::Organization(org)]).await?;
    if change.channels(org).await?.len() >= MAX_CHANNELS_PER_ORGANIZATION as usize {
        return Err(UseCaseError::LimitReached(Limit::Channels));
    }
    change.insert_channel(&channel, &settings.address).await?;
    change.audit(entry).await?;
    change.commit().await?;
    Ok(channel)
}
