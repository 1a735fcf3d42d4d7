//! Confirms a recipient with the token of an emailed link. Only the owner of the address has it.

use askline_domain::{
    audit::{Actor, context::AuditContext},
    identity::secret::SecretDigest,
    recipients::{Recipient, RecipientState},
};
use serde_json::json;

use super::{entry::Stores, subscriptions};
use crate::{
    error::{Credential, UseCaseError},
    ports::change::Scope,
};

/// A recipient that its owner confirmed.
#[derive(Debug, Clone)]
pub struct Confirmed {
    /// The recipient.
    pub recipient: Recipient,
    /// The name of its organization.
    pub organization: String,
}

/// Confirms the recipient of a token, which works once.
pub async fn confirm(stores: Stores<'_>, token: &str, context: &AuditContext) -> Result<Confirmed, UseCaseError> {
    let unknown = || UseCaseError::WrongCredential(Credential::MailedLink);
    let (digest, at) = (SecretDigest::of(token.trim()), context.at);
    let found = stores.0.recipient_of_token(digest, at).await?.ok_or_else(unknown)?;
    let org = found.org_id;
    let dues = subscriptions::next_dues(stores, org, &found.settings.sites, at).await?;
    let mut change = stores.0.begin(&[Scope::Organization(org)]).await?;
    let waiting = change.recipient_of_token(digest, at).await?.filter(|one| one.id == found.id).ok_or_else(unknown)?;
    let recipient = Recipient {
        state: RecipientState::Confirmed,
        refusal: None,
        confirmed_at: Some(at),
        updated_at: at,
        ..waiting
    };
    change.replace_recipient(&recipient).await?;
    change.put_recipient_token(recipient.id, None).await?;
    subscriptions::follow(&mut *change, &recipient, &dues).await?;
    let organization = change.organization_name(org).await?;
    // Its owner has no account.
    let context = AuditContext { actor: Actor::system("recipients"), ..context.clone() };
    change.audit(context.entry(org, "recipient.confirmed", vec![recipient.audit_target()], json!({}))).await?;
    change.commit_without_notice().await?;
    Ok(Confirmed { recipient, organization })
}
