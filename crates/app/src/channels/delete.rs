//! Deletes a channel with its messages.

use askline_domain::{
    audit::context::AuditContext,
    shared::ids::{ChannelId, OrgId},
};
use serde_json::json;

use super::entry::of_organization;
use crate::{
    error::UseCaseError,
    ports::{change::Scope, webhooks::channels::ChannelStore},
};

/// Deletes a channel: nothing is sent there from now on.
pub async fn delete(
    channels: &dyn ChannelStore,
    (org, id): (OrgId, ChannelId),
    context: &AuditContext,
) -> Result<(), UseCaseError> {
    let mut change = channels.begin(&[Scope::Organization(org)]).await?;
    let channel = of_organization(change.channel(id).await?, org)?;
    change.delete_channel(&channel).await?;
    let metadata = json!({ "type": channel.kind, "address": channel.masked_address });
    change.audit(context.entry(org, "channel.deleted", vec![channel.audit_target()], metadata)).await?;
    change.commit().await?;
    Ok(())
}
