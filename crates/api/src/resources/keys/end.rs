//! Ends a key that an admin revokes or that someone reports as leaked.

use askline_app::keys;
use askline_domain::shared::{ids::KeyId, rfc3339::Moment};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::KeyPath;
use crate::pipeline::handling::{ApiError, Call, Input, Json, NoTenant, Nothing, OrgAccess, Reply};

/// The state of a revoked key.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "RevokedStatus")]
pub enum Revoked {
    /// Refused from now on.
    Revoked,
}

/// A key that was revoked, now or earlier.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevokedKey {
    /// Its id.
    pub id: KeyId,
    /// Always `revoked`.
    pub status: Revoked,
    /// When it was first revoked.
    pub revoked_at: Moment,
}

/// A leaked key.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LeakedKey {
    /// The key in plaintext.
    pub key: String,
}

/// The state of a report.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "ReceivedStatus")]
pub enum Received {
    /// The report was received.
    Received,
}

/// The response to every report.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeakReport {
    /// Always `received`: the response does not reveal whether the key existed.
    pub status: Received,
}

/// Revokes a key of the organization. A repeated request returns the time of the first revocation.
pub async fn revoke_api_key(call: Call<OrgAccess>, input: Input<KeyPath>) -> Result<Reply<RevokedKey>, ApiError> {
    let id = input.path.key_id;
    let keys = &*call.app.ports().keys;
    let (revoked, _) = keys::revoke(keys, call.tenant.id, id, &call.audit_context()).await?;
    let revoked_at = revoked.revoked_at.ok_or_else(|| ApiError::internal("a revoked key has no time of revocation"))?;
    Ok(Reply::new(RevokedKey { id, status: Revoked::Revoked, revoked_at: revoked_at.into() }))
}

/// Revokes a leaked key and its whole chain, if the key is active. The response is always the same.
pub async fn report_leaked_api_key(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<LeakedKey>>,
) -> Result<Reply<LeakReport>, ApiError> {
    let Json(LeakedKey { key }) = input.body;
    for ended in keys::revoke_leaked(&*call.app.ports().keys, &key, &call.audit_context()).await? {
        tracing::warn!(
            key.id = %ended.id,
            "Revoked a key, because it or another one of its rotations was reported as leaked"
        );
    }
    Ok(Reply::new(LeakReport { status: Received::Received }))
}
