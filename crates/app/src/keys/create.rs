//! Creates API keys.

use askline_domain::{
    audit::{AuditDraft, context::AuditContext},
    keys::{ApiKey, KeyCreator, KeyRecord, KeySettings},
    mail::MailContent,
    organizations::{
        bounds::{Made, day_of_making},
        plan::Plan,
    },
    shared::{
        ids::{Id as _, KeyId, OrgId},
        rfc3339::Moment,
    },
    webhooks::{EventName, message::Event},
};
use serde_json::json;

use crate::{
    error::{Limit, UseCaseError},
    ports::{
        StoreResult,
        change::{Change, Scope},
        keys::KeyStore,
    },
};

/// A key that was just created, with its plaintext.
pub struct MadeKey {
    /// The stored record.
    pub record: KeyRecord,
    /// The plaintext.
    pub key: ApiKey,
}

/// Creates a key of an organization, unless a limit on its keys is reached.
pub async fn create(
    keys: &dyn KeyStore,
    (org, plan): (OrgId, Plan),
    settings: KeySettings,
    creator: Option<KeyCreator>,
    context: &AuditContext,
) -> Result<MadeKey, UseCaseError> {
    let key = ApiKey::generate(&mut rand::rng());
    let id = KeyId::new(context.at, &mut rand::rng());
    let record = KeyRecord::new(id, org, &key, settings, creator, context.at);
    let metadata = json!({
        "scopes": record.scopes,
        "siteIds": record.site_ids,
        "allowedIps": record.allowed_ips,
        "expiresAt": record.expires_at.map(Moment),
    });
    let entry = context.entry(org, "key.created", vec![record.audit_target()], metadata);
    let most = plan.limits().keys;
    if add(keys, &record, most, entry).await? {
        Ok(MadeKey { record, key })
    } else {
        Err(UseCaseError::LimitReached(Limit::Keys { plan, most }))
    }
}

/// Stores a key, the first of its chain. Returns false, with nothing stored, if `most` chains of its organization already
/// have an active key.
pub async fn add(keys: &dyn KeyStore, key: &KeyRecord, most: u32, entry: AuditDraft) -> Result<bool, UseCaseError> {
    let mut change = keys.begin(&scopes(key)).await?;
    if change.count_active_chains(key.org_id, key.created_at).await? >= most {
        return Ok(false);
    }
    count_made(&mut *change, key).await?;
    change.insert_key(key).await?;
    change.raise(&Event::of_key(EventName::KeyCreated, key, key.created_at)).await?;
    mail_maker(&mut *change, key).await?;
    change.audit(entry).await?;
    change.commit().await?;
    Ok(true)
}

/// What the storing of a new key locks: its organization, and the member who gets an email about it.
pub(super) fn scopes(key: &KeyRecord) -> Vec<Scope<'static>> {
    let maker = key.created_by.as_ref().map(|maker| Scope::User(maker.id));
    std::iter::once(Scope::Organization(key.org_id)).chain(maker).collect()
}

/// Counts a new key; fails if its organization may create no more today.
pub(super) async fn count_made(change: &mut dyn Change, key: &KeyRecord) -> Result<(), UseCaseError> {
    let made = change.count_made(key.org_id, Made::Key, day_of_making(key.created_at)).await?;
    if made <= Made::Key.most_a_day() { Ok(()) } else { Err(UseCaseError::LimitReached(Limit::KeysMadeToday)) }
}

/// Emails the member who created a key, in case someone else created it in their name.
pub(super) async fn mail_maker(change: &mut dyn Change, key: &KeyRecord) -> StoreResult<()> {
    let Some(maker) = &key.created_by else { return Ok(()) };
    let content = MailContent::KeyMade {
        org_id: key.org_id,
        organization: change.organization_name(key.org_id).await?,
        name: key.name.clone(),
        masked: key.masked.clone(),
    };
    change.mail(maker.id, content, key.created_at).await
}
