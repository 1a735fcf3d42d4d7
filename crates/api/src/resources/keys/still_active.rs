//! A key that still works after the access of the person who made it ended.

use askline_domain::{
    keys::KeyRecord,
    shared::ids::{KeyId, OrgId},
};
use schemars::JsonSchema;
use serde::Serialize;

/// An active API key of a person whose access ended. Nothing ends it but `DELETE /keys/{keyId}`.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActiveKey {
    /// The id, by which the key can be revoked.
    pub id: KeyId,
    /// Its organization.
    pub org_id: OrgId,
    /// Its name; empty if none was given.
    pub name: String,
    /// Enough to recognize the key by: `ak_9fKq…x7Zb`.
    pub masked_key: String,
}

impl From<KeyRecord> for ActiveKey {
    fn from(record: KeyRecord) -> Self {
        Self { id: record.id, org_id: record.org_id, name: record.name, masked_key: record.masked }
    }
}
