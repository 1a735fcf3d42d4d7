//! Ends the reports to a recipient at its owner's wish.

use askline_domain::{
    audit::context::AuditContext,
    recipients::{Recipient, RecipientState},
    shared::ids::{OrgId, RecipientId},
};
use jiff::Timestamp;
use serde_json::json;

use crate::ports::{StoreResult, change::Scope, identity::recipients::RecipientStore};

/// Ends the reports to a recipient, and removes the emails that wait for it. It stays known, so that only its owner can begin
/// them again. Ending them again changes nothing, nor does it if the recipient was deleted.
pub async fn unsubscribe(
    recipients: &dyn RecipientStore,
    (org, id): (OrgId, RecipientId),
    at: Timestamp,
) -> StoreResult<()> {
    let mut change = recipients.begin(&[Scope::Organization(org)]).await?;
    let found = change.recipient(id).await?.filter(|one| one.org_id == org);
    let Some(stored) = found.filter(|one| one.state != RecipientState::Unsubscribed) else { return Ok(()) };
    let recipient = Recipient { state: RecipientState::Unsubscribed, updated_at: at, ..stored };
    change.replace_recipient(&recipient).await?;
    change.put_recipient_token(id, None).await?;
    change.end_recipient_mail(id).await?;
    let context = AuditContext::system("recipients", at);
    change.audit(context.entry(org, "recipient.unsubscribed", vec![recipient.audit_target()], json!({}))).await?;
    change.commit_without_notice().await
}
