//! Records what became of an attempt at a message.
//!
//! Disables a channel whose address no longer exists.

use askline_domain::{
    audit::context::AuditContext,
    channels::{Channel, message::MessageState},
    jobs::JobLease,
    mail::MailContent,
    shared::ids::UserId,
    webhooks::Attempt,
};
use jiff::Timestamp;
use serde_json::json;

use crate::ports::{
    StoreResult,
    change::{Change, Scope},
    webhooks::channels::{ChannelStore, DueMessage},
};

/// The maximum number of owners and admins that get an email about one disabled channel.
pub const MAX_TOLD_ADMINS: u32 = 20;

/// Stores the result of an attempt, and ends the attempt of its job; without an attempt, the channel is disabled. A service that
/// has said for a day that the address does not exist disables its channel, which owners and admins are told by email. Returns
/// false, with nothing stored, if the lease was lost.
pub async fn record(
    channels: &dyn ChannelStore,
    lease: JobLease,
    due: &DueMessage,
    attempt: Option<&Attempt>,
    at: Timestamp,
) -> StoreResult<bool> {
    let org = due.channel.org_id;
    let may_end = attempt.is_some_and(|attempt| due.channel.health.after(attempt, at).is_gone);
    let admins = if may_end { channels.admins(org, MAX_TOLD_ADMINS).await? } else { Vec::new() };
    let scopes: Vec<Scope<'_>> =
        std::iter::once(Scope::Organization(org)).chain(admins.iter().copied().map(Scope::User)).collect();
    let (message, outcome) = due.message.after(attempt, at, &mut rand::rng());
    let mut change = channels.begin(&scopes).await?;
    if !change.end_try(lease, &outcome, at).await? {
        return Ok(false);
    }
    let has_ended = message.state != MessageState::Pending;
    let gathered = (message.is_digest() && has_ended).then_some(message.state);
    change.replace_channel_message(&message, gathered).await?;
    if let (Some(channel), Some(attempt)) = (change.channel(due.channel.id).await?, attempt) {
        let health = channel.health.after(attempt, at);
        let ends = health.is_gone && channel.enabled;
        let after = Channel { health, enabled: channel.enabled && !ends, ..channel };
        change.replace_channel(&after, None).await?;
        if ends {
            tell(&mut *change, &after, &admins, at).await?;
            let context = AuditContext::system("notifications", at);
            let metadata = json!({ "reason": "gone", "status": attempt.status });
            change.audit(context.entry(org, "channel.disabled", vec![after.audit_target()], metadata)).await?;
        }
    }
    change.commit_without_notice().await?;
    Ok(true)
}

/// Emails owners and admins that a channel was disabled.
async fn tell(change: &mut dyn Change, channel: &Channel, admins: &[UserId], at: Timestamp) -> StoreResult<()> {
    let content = MailContent::ChannelDisabled {
        org_id: channel.org_id,
        organization: change.organization_name(channel.org_id).await?,
        channel: channel.name.clone(),
        channel_type: channel.kind,
    };
    for admin in admins {
        change.mail(*admin, content.clone(), at).await?;
    }
    Ok(())
}
