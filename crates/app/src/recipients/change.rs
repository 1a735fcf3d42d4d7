//! Changes what a recipient gets. It needs no new confirmation.

use askline_domain::{
    audit::context::AuditContext,
    recipients::{Recipient, RecipientSettings, input::RecipientEdit},
    shared::ids::{OrgId, RecipientId},
};
use serde_json::json;

use super::{
    entry::{described, of_organization},
    subscriptions,
};
use crate::{
    error::UseCaseError,
    ports::{all::Ports, change::Scope},
    sites::own_ids,
};

/// Changes what a recipient gets.
pub async fn change(
    ports: &Ports,
    (org, id): (OrgId, RecipientId),
    edit: &RecipientEdit,
    context: &AuditContext,
) -> Result<Recipient, UseCaseError> {
    let own_sites = own_ids(&*ports.sites, org, &edit.named_sites()).await?;
    let found = of_organization(ports.recipients.recipient(org, id).await?, org)?;
    let dues = subscriptions::next_dues(ports, org, &edit.check(&found.settings, &own_sites)?.sites, context.at).await?;
    let mut change = ports.recipients.begin(&[Scope::Organization(org)]).await?;
    let before = of_organization(change.recipient(id).await?, org)?;
    let settings = edit.check(&before.settings, &own_sites)?;
    let sites = change.sites_to_store(org, &settings.sites).await?;
    let settings = RecipientSettings { sites, ..settings };
    if settings == before.settings {
        return Ok(before);
    }
    let after = Recipient { settings, updated_at: context.at, ..before.clone() };
    change.replace_recipient(&after).await?;
    subscriptions::follow(&mut *change, &after, &dues).await?;
    let metadata = json!({ "from": described(&before), "to": described(&after) });
    change.audit(context.entry(org, "recipient.updated", vec![after.audit_target()], metadata)).await?;
    change.commit_without_notice().await?;
    Ok(after)
}
