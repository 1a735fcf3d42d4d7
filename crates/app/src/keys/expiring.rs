//! Reports API keys that expire soon.

use std::collections::BTreeMap;

use askline_domain::{
    shared::ids::{KeyId, OrgId},
    webhooks::{
        EventName,
        message::{EXPIRY_TOLD_BEFORE, Event},
    },
};
use jiff::Timestamp;

use crate::ports::{StoreResult, change::Scope, keys::KeyStore};

/// Sends events about keys that expire soon, at most `most`, each once; returns how many. Replaced keys are skipped, since
/// they expire on purpose.
pub async fn report_expiring(keys: &dyn KeyStore, now: Timestamp, most: u32) -> StoreResult<u64> {
    let mut by_organization = BTreeMap::<OrgId, Vec<KeyId>>::new();
    for (org, id) in keys.expiring_keys(now, now + EXPIRY_TOLD_BEFORE, most).await? {
        by_organization.entry(org).or_default().push(id);
    }
    let mut reported = 0;
    for (org, ids) in by_organization {
        let mut change = keys.begin(&[Scope::Organization(org)]).await?;
        for id in ids {
            // Keys that were reported, revoked or replaced in the meantime are skipped.
            let Some(key) = change.mark_expiry_reported(id, now).await? else { continue };
            change.raise(&Event::of_key(EventName::KeyExpiring, &key, now)).await?;
            reported += 1;
        }
        change.commit_without_notice().await?;
    }
    Ok(reported)
}
