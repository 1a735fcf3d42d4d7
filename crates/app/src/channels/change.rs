//! Changes a channel.

use askline_domain::{
    audit::context::AuditContext,
    channels::{
        Channel, ChannelHealth,
        address::masked,
        input::{AddressVerdict, ChannelEdit},
    },
    shared::ids::{ChannelId, OrgId},
};
use serde_json::{Value, json};

use super::entry::of_organization;
use crate::{
    error::UseCaseError,
    ports::{change::Scope, webhooks::channels::ChannelStore},
};

/// Changes a channel. Enabling it, and another address, end its failures.
pub async fn change(
    channels: &dyn ChannelStore,
    (org, id): (OrgId, ChannelId),
    (edit, verdict): (ChannelEdit, AddressVerdict),
    context: &AuditContext,
) -> Result<Channel, UseCaseError> {
    let mut change = channels.begin(&[Scope::Organization(org)]).await?;
    let before = of_organization(change.channel(id).await?, org)?;
    let edit = edit.check(before.kind, verdict)?;
    let is_mended = edit.address.is_some() || edit.enabled == Some(true);
    let after = Channel {
        name: edit.name.unwrap_or_else(|| before.name.clone()),
        masked_address: edit.address.as_deref().map_or_else(|| before.masked_address.clone(), masked),
        enabled: edit.enabled.unwrap_or(before.enabled),
        audience: edit.audience.unwrap_or(before.audience),
        health: if is_mended {
            ChannelHealth { last_sent_at: before.health.last_sent_at, ..ChannelHealth::default() }
        } else {
            before.health.clone()
        },
        ..before.clone()
    };
    if before == after && edit.address.is_none() {
        return Ok(after);
    }
    let after = Channel { updated_at: context.at, ..after };
    change.replace_channel(&after, edit.address.as_deref()).await?;
    let metadata = json!({ "from": described(&before), "to": described(&after), "newAddress": edit.address.is_some() });
    change.audit(context.entry(org, "channel.updated", vec![after.audit_target()], metadata)).await?;
    change.commit().await?;
    Ok(after)
}

fn described(channel: &Channel) -> Value {
    json!({
        "name": channel.name,
        "address": channel.masked_address,
        "enabled": channel.enabled,
        "audience": channel.audience,
    })
}
