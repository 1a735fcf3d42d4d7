//! Deletes a recipient: nothing more is sent to it.

use askline_domain::{
    audit::context::AuditContext,
    shared::ids::{OrgId, RecipientId},
};

use super::entry::{described, of_organization};
use crate::{
    error::UseCaseError,
    ports::{change::Scope, identity::recipients::RecipientStore},
};

/// Deletes a recipient with the emails that wait for it.
pub async fn delete(
    recipients: &dyn RecipientStore,
    (org, id): (OrgId, RecipientId),
    context: &AuditContext,
) -> Result<(), UseCaseError> {
    let mut change = recipients.begin(&[Scope::Organization(org)]).await?;
    let recipient = of_organization(change.recipient(id).await?, org)?;
    change.delete_recipient(&recipient).await?;
    let entry = context.entry(org, "recipient.deleted", vec![recipient.audit_target()], described(&recipient));
    change.audit(entry).await?;
    change.commit_without_notice().await?;
    Ok(())
}
