//! Whether an API key may still make a request that it was admitted for.

use jiff::Timestamp;

use super::preconditions::KeyNeeds;
use crate::keys::{KeyRecord, KeyStatus, networks};

impl KeyNeeds {
    /// Whether the key, as it is now, may make the request, which arrived at `at`.
    pub fn are_met_by(&self, key: &KeyRecord, at: Timestamp) -> bool {
        // `status(at)` alone is not enough: a key that was revoked after the request arrived was still active at `at`.
        key.id == self.id
            && key.revoked_at.is_none()
            && key.status(at) == KeyStatus::Active
            && self.scope.is_none_or(|scope| key.scopes.grants(scope))
            && self.sites.holds(&key.site_ids)
            && networks::are_open_to(key.allowed_ips.as_deref(), self.address)
    }
}
