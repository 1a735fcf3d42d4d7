//! Adds a recipient, or asks its owner again. Each stores the email to the owner in the same change.

use askline_domain::{
    audit::context::AuditContext,
    identity::{
        email_address::shown_email, mail_language::MailLanguage, secret::Secret, token::new_recipient_token, user::User,
    },
    keys::KeyCreator,
    mail::MailContent,
    organizations::member::MemberStatus,
    recipients::{MAX_RECIPIENTS_PER_ORGANIZATION, Recipient, RecipientSettings, RecipientState, input::NewRecipient},
    shared::{
        ids::{Id as _, OrgId, RecipientId},
        violation::Violation,
    },
};
use serde_json::json;

use super::entry::{Stores, described, of_organization};
use crate::{
    accounts::too_often,
    error::{Conflict, Limit, UseCaseError},
    ports::{
        change::{Change, Scope},
        identity::recipient_rows::RecipientToken,
        mail::Mailed,
    },
    sites::own_ids,
};

/// Who asks the owner of an address.
#[derive(Debug, Clone, Copy)]
pub struct Asking<'a> {
    /// The organization.
    pub org: OrgId,
    /// The person who asks; `None` for a service account.
    pub by: Option<&'a User>,
    /// Whether the instance sends email.
    pub sends_mail: bool,
}

impl Asking<'_> {
    fn language(&self) -> MailLanguage {
        self.by.and_then(|user| user.address.language).unwrap_or_default()
    }

    fn content(&self, token: &Secret, organization: String) -> MailContent {
        let name = |user: &User| if user.name.is_empty() { shown_email(&user.email) } else { user.name.clone() };
        MailContent::Recipient {
            token: token.expose().to_owned(),
            organization,
            inviter: self.by.map(name).unwrap_or_default(),
        }
    }
}

/// Adds a recipient, which gets nothing but a link until its owner confirms it. One that refused or unsubscribed earlier is asked
/// again.
pub async fn create(
    stores: Stores<'_>,
    asking: Asking<'_>,
    new: &NewRecipient,
    context: &AuditContext,
) -> Result<Recipient, UseCaseError> {
    let org = asking.org;
    let own_sites = own_ids(stores.1, org, &new.named_sites()).await?;
    let (email, settings) = new.check(&own_sites, asking.language())?;
    if !asking.sends_mail {
        return Err(Conflict::NoMailServer.into());
    }
    let mut change = stores.0.begin(&[Scope::Organization(org), Scope::Email(&email)]).await?;
    if change.status_of_email(org, &email).await? == Some(MemberStatus::Active) {
        return Err(UseCaseError::Invalid(vec![of_member()]));
    }
    let sites = change.sites_to_store(org, &settings.sites).await?;
    let settings = RecipientSettings { sites, ..settings };
    let recipient = match change.recipient_of_address(org, &email).await? {
        Some(known) if matches!(known.state, RecipientState::Pending | RecipientState::Confirmed) => {
            return Err(Conflict::AlreadyRecipient.into());
        }
        Some(known) => Recipient { settings, ..known },
        None => {
            if change.count_recipients(org).await? >= MAX_RECIPIENTS_PER_ORGANIZATION {
                return Err(UseCaseError::LimitReached(Limit::Recipients));
            }
            let created_by = asking.by.map(|user| KeyCreator { id: user.id, email: user.email.clone() });
            let recipient = Recipient {
                id: RecipientId::new(context.at, &mut rand::rng()),
                org_id: org,
                email: email.clone(),
                settings,
                state: RecipientState::Pending,
                refusal: None,
                confirmed_at: None,
                created_at: context.at,
                updated_at: context.at,
                created_by,
            };
            change.insert_recipient(&recipient).await?;
            recipient
        }
    };
    let recipient = ask(&mut *change, &asking, recipient, context).await?;
    let entry = context.entry(org, "recipient.created", vec![recipient.audit_target()], described(&recipient));
    change.audit(entry).await?;
    change.commit_without_notice().await?;
    Ok(recipient)
}

/// Sends a recipient that is not confirmed another link; earlier ones work no longer.
pub async fn ask_again(
    stores: Stores<'_>,
    asking: Asking<'_>,
    id: RecipientId,
    context: &AuditContext,
) -> Result<Recipient, UseCaseError> {
    let org = asking.org;
    let found = of_organization(stores.0.recipient(org, id).await?, org)?;
    if !asking.sends_mail {
        return Err(Conflict::NoMailServer.into());
    }
    // The address of a recipient never changes.
    let mut change = stores.0.begin(&[Scope::Organization(org), Scope::Email(&found.email)]).await?;
    let recipient = of_organization(change.recipient(id).await?, org)?;
    if recipient.state == RecipientState::Confirmed {
        return Err(Conflict::RecipientConfirmed.into());
    }
    let recipient = ask(&mut *change, &asking, recipient, context).await?;
    let entry = context.entry(org, "recipient.asked", vec![recipient.audit_target()], json!({}));
    change.audit(entry).await?;
    change.commit_without_notice().await?;
    Ok(recipient)
}

/// Stores a new link with the email that contains it. The change may not be committed if a limit of emails is reached.
async fn ask(
    change: &mut dyn Change,
    asking: &Asking<'_>,
    recipient: Recipient,
    context: &AuditContext,
) -> Result<Recipient, UseCaseError> {
    let token = new_recipient_token(&mut rand::rng());
    let pending = Recipient { state: RecipientState::Pending, refusal: None, updated_at: context.at, ..recipient };
    change.replace_recipient(&pending).await?;
    change.put_recipient_token(pending.id, Some(&RecipientToken::new(&token, context.at))).await?;
    let content = asking.content(&token, change.organization_name(asking.org).await?);
    match change.mail_recipient(&pending, content, context.at).await? {
        Mailed::TooOften(reached) => Err(too_often(reached, context.at)),
        Mailed::Stored | Mailed::NotNeeded => Ok(pending),
    }
}

/// That an address is a member's.
fn of_member() -> Violation {
    let message = "email is a member's address. Members turn reports on for themselves under Account.";
    Violation::new("email", "MEMBER_ADDRESS", message)
}
