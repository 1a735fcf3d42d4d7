//! Names the active keys that a person made. Ending their access ends no key, because programs of others use it.

use askline_domain::{
    keys::KeyRecord,
    shared::ids::{OrgId, UserId},
};
use jiff::Timestamp;
use serde_json::{Value, json};

use crate::ports::{StoreResult, keys::KeyStore};

/// The maximum number of keys that are named: more than an organization of the largest plan has.
const MAX_NAMED: u32 = 1_000;
/// The maximum number of keys that an audit entry names.
const MAX_NAMED_IN_ENTRY: usize = 100;

/// The active keys that a person made, newest first: in one organization, or in all.
pub async fn active_keys_made_by(
    keys: &dyn KeyStore,
    maker: UserId,
    org: Option<OrgId>,
    at: Timestamp,
) -> StoreResult<Vec<KeyRecord>> {
    keys.active_keys_made_by(maker, org, at, MAX_NAMED).await
}

/// The keys of an organization among these, as an audit entry names them.
pub(crate) fn named_in_entry(keys: &[KeyRecord], org: OrgId) -> Value {
    let own = keys.iter().filter(|key| key.org_id == org).take(MAX_NAMED_IN_ENTRY);
    own.map(|key| json!({ "id": key.id, "name": key.name, "maskedKey": key.masked })).collect()
}
