//! API keys: made, shown masked, rotated, ended. A plaintext leaves in the one answer that makes it and is kept nowhere.

mod create;
mod end;
mod rotate;
mod show;

use askline_app::present_fields::every_field_present;
use askline_domain::{
    identity::role::Role,
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

use crate::{
    app::App,
    pipeline::handling::{ApiError, Call, Code, OrgAccess, Reply},
};

/// An API key, masked.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ApiKey", transform = every_field_present)]
pub struct KeyView {
    /// The id of the record, to revoke or rotate it by.
    pub id: KeyId,
    /// Its name; empty if none was given.
    pub name: String,
    /// Enough to recognize the key by: `ak_9fKq…x7Zb`.
    pub masked_key: String,
    /// What it may do.
    pub scopes: ScopeSet,
    /// The only sites it reaches; null for all of the organization.
    #[schemars(with = "Option<Vec<SiteId>>")]
    pub site_ids: VisibleSites,
    /// The only networks it may be used from; null for anywhere.
    pub allowed_ips: Option<Vec<String>>,
    /// Whether it is accepted.
    pub status: KeyStatus,
    /// When it was created.
    pub created_at: Moment,
    /// By whom; null for a key made on the server's command line.
    pub created_by: Option<KeyCreator>,
    /// When it expires.
    pub expires_at: Option<Moment>,
    /// When it was last used, to the second.
    pub last_used_at: Option<Moment>,
    /// Requests a minute that the plan gives it.
    pub rate_limit_per_minute: u32,
    /// The key that this one replaced.
    pub rotated_from_id: Option<KeyId>,
    /// The key that replaced this one.
    pub replaced_by_id: Option<KeyId>,
    /// When it was revoked.
    pub revoked_at: Option<Moment>,
}

impl KeyView {
    /// A record as its owner sees it at `now`.
    fn of(app: &App, record: &KeyRecord, plan: Plan, now: Timestamp) -> Self {
        // What was noted since the last flush is the latest.
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
    /// The record.
    #[serde(flatten)]
    pub record: KeyView,
    /// The key itself, shown this once; null when the answer repeats an earlier one with the same `Idempotency-Key`.
    pub key: Option<String>,
}

impl KeyWithPlaintext {
    /// The one answer that shows the key.
    fn reply(self) -> Result<Reply<Self>, ApiError> {
        let repeated = serde_json::to_value(Self { key: None, ..self.clone() }).map_err(ApiError::internal)?;
        Ok(Reply::new(self).no_store().replayed_as(repeated))
    }
}

/// The member who makes a key.
fn creator(call: &Call<OrgAccess>) -> Result<KeyCreator, ApiError> {
    let user = &call.session()?.user;
    Ok(KeyCreator { id: user.id, email: user.email.clone() })
}

/// Which key.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeyPath {
    /// Its id.
    pub key_id: KeyId,
}

/// Refuses to let a member give a key what their own role may not do.
fn check_grantable(role: Option<Role>, scopes: impl IntoIterator<Item = Scope>) -> Result<(), ApiError> {
    match role.and_then(|role| Some((role, role.lacks_for(scopes)?))) {
        None => Ok(()),
        Some((role, needed)) => Err(ApiError::new(
            Code::Forbidden,
            format!("Only the role '{needed}' or a higher one may create a key with these scopes; yours is '{role}'."),
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
