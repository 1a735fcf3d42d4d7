//! Creates API keys.

use askline_domain::{
    audit::context::AuditContext,
    keys::{ApiKey, KeyCreator, KeyRecord, KeySettings},
    organizations::plan::Plan,
    shared::{
        ids::{Id as _, KeyId, OrgId},
        rfc3339::Moment,
    },
};
use serde_json::json;

use crate::{
    error::{Limit, UseCaseError},
    ports::keys::{KeyCreation, KeyStore},
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
    let most = plan.limits().keys;
    let audit = context.entry(org, "key.created", vec![record.audit_target()], metadata);
    match keys.create_key(&record, most, audit).await? {
        KeyCreation::Created => Ok(MadeKey { record, key }),
        KeyCreation::LimitReached => Err(UseCaseError::LimitReached(Limit::Keys { plan, most })),
        KeyCreation::DayLimitReached => Err(UseCaseError::LimitReached(Limit::KeysMadeToday)),
    }
}
