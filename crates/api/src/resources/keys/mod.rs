//! Creates, shows, changes, rotates and revokes API keys. A plaintext key appears only in the response that creates it, and is never
//! stored.

mod create;
mod end;
mod rotate;
mod show;
mod still_active;
mod update;
mod usage;

use askline_app::present_fields::every_field_present;
use askline_domain::{
    identity::{email_address::shown_email, role::Role},
    keys::{
        KeyCreator, KeyRecord, KeyStatus,
        scope::{Scope, ScopeSet},
    },
    organizations::plan::Plan,
    shared::{
        ids::{KeyId, SiteId},
        rfc3339::Moment,
    },
    sites::visible::VisibleSites,
};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use create::create_api_key;
pub use end::{LeakReport, LeakedKey, Received, Revoked, RevokedKey, report_leaked_api_key, revoke_api_key};
pub use rotate::rotate_api_key;
pub use show::{KeysQuery, OwnKey, RateState, list_api_keys, show_api_key, show_own_api_key};
pub use still_active::ActiveKey;
pub use update::update_api_key;
pub use usage::{KeyUsage, KeyUseView, show_key_usage};

use crate::pipeline::{
    app::App,
    handling::{ApiError, Call, Code, Reply},
};

/// An API key, masked.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ApiKey", transform = every_field_present)]
pub struct KeyView {
    /// The id, by which the key can be revoked or rotated.
    pub id: KeyId,
    /// Its name; empty if none was given.
    pub name: String,
    /// Enough to recognize the key by: `ak_9fKq…x7Zb`.
    pub masked_key: String,
    /// Its scopes.
    pub scopes: ScopeSet,
    /// The only sites that it may access; null for every site of the organization.
    #[schemars(with = "Option<Vec<SiteId>>")]
    pub site_ids: VisibleSites,
    /// The only networks it may be used from; null for any.
    pub allowed_ips: Option<Vec<String>>,
    /// Whether it is active, expired or revoked.
    pub status: KeyStatus,
    /// When it was created.
    pub created_at: Moment,
    /// Who created it; null for a key that was created on the server's command line.
    pub created_by: Option<KeyCreator>,
    /// When it expires.
    pub expires_at: Option<Moment>,
    /// When it was last used, to the second.
    pub last_used_at: Option<Moment>,
    /// The maximum number of requests per minute, according to the plan.
    pub rate_limit_per_minute: u32,
    /// The key that this one replaced.
    pub rotated_from_id: Option<KeyId>,
    /// The key that replaced this one.
    pub replaced_by_id: Option<KeyId>,
    /// When it was revoked.
    pub revoked_at: Option<Moment>,
}

impl KeyView {
    /// The view of a key at `now`.
    fn of(app: &App, record: &KeyRecord, plan: Plan, now: Timestamp) -> Self {
        // A use that was noted since the last flush is later than the stored one.
        let last_used_at = record.last_used_at.max(app.key_uses().noted(record.id));
        Self {
            id: record.id,
            name: record.name.clone(),
            masked_key: record.masked.clone(),
            scopes: record.scopes,
            site_ids: record.site_ids.clone(),
            allowed_ips: record.allowed_ips.as_ref().map(|networks| networks.iter().map(ToString::to_string).collect()),
            status: record.status(now),
            created_at: record.created_at.into(),
            created_by: record.created_by.clone(),
            expires_at: record.expires_at.map(Moment),
            last_used_at: last_used_at.map(Moment),
            rate_limit_per_minute: plan.limits().requests_per_minute,
            rotated_from_id: record.rotated_from_id,
            replaced_by_id: record.replaced_by_id,
            revoked_at: record.revoked_at.map(Moment),
        }
    }
}

/// A new API key with its plaintext.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CreatedApiKey", transform = every_field_present)]
pub struct KeyWithPlaintext {
    /// The key's settings and state.
    #[serde(flatten)]
    pub record: KeyView,
    /// The key itself, shown only once; null if the response repeats an earlier one with the same `Idempotency-Key`.
    pub key: Option<String>,
}

impl KeyWithPlaintext {
    /// The only response that shows the key.
    fn reply(self) -> Result<Reply<Self>, ApiError> {
        let repeated = serde_json::to_value(Self { key: None, ..self.clone() }).map_err(ApiError::internal)?;
        Ok(Reply::new(self).no_store().replayed_as(repeated))
    }
}

/// The member who creates a key, a shared link, a service account or a token of one.
pub(super) fn creator<T>(call: &Call<T>) -> Result<KeyCreator, ApiError> {
    let user = &call.session()?.user;
    Ok(KeyCreator { id: user.id, email: shown_email(&user.email) })
}

/// The key in the path.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeyPath {
    /// Its id.
    pub key_id: KeyId,
}

/// Refuses scopes that the member's own role does not allow.
fn check_grantable(role: Option<Role>, scopes: impl IntoIterator<Item = Scope>) -> Result<(), ApiError> {
    match role.and_then(|role| Some((role, role.lacks_for(scopes)?))) {
        None => Ok(()),
        Some((role, needed)) => Err(ApiError::new(
            Code::Forbidden,
            format!(
                "Only the role '{needed}' or a higher one may create a key with these scopes, and yours is '{role}'. Choose fewer \
                 scopes, or ask a member with that role to create the key."
            ),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_of_a_new_key_has_every_field_of_the_record_and_the_key_always() {
        let schema = schemars::schema_for!(KeyWithPlaintext).to_value();
        let required = schema["required"].as_array().expect("a list");
        assert_eq!(required.len(), 16);
        assert!(required.contains(&"key".into()) && required.contains(&"revokedAt".into()));
        assert_eq!(schema["properties"]["key"]["type"], serde_json::json!(["string", "null"]));
    }
}
