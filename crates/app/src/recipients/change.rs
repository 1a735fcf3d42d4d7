//! Changes what a recipient gets. It needs no new confirmation.

use askline_domain::{
    audit::context::AuditContext,
    recipients::{Recipient, RecipientSettings, input::RecipientEdit},
    shared::ids::{OrgId, RecipientId},
};
use serde_json::json;

use super::{
    entry::{Stores, described, of_organization},
    subscriptions,
};
use crate::{error::UseCaseError, ports::change::Scope, sites::own_ids};

/// Changes what a recipient gets.
pub async fn change(
    stores: Stores<'_>,
    (org, id): (OrgId, RecipientId),
    edit: &RecipientEdit,
    context: &AuditContext,
) -> Result<Recipient, UseCaseError> {
    let own_sites = own_ids(stores.1, org, &edit.named_sites()).await?;
    let found = of_organization(stores.0.recipient(org, id).await?, org)?;
    let dues =
        subscriptions::next_dues(stores, org, &edit.check(&found.settings, &own_sites)?.sites, context.at).await?;
    let mut change = stores.0.begin(&[Scope::Organization(org)]).await?;
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
