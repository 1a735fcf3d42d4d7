//! Whether a service account may still make a request that it was admitted for.

use jiff::Timestamp;

use super::ServiceAccount;
use crate::{keys::networks, organizations::preconditions::ServiceAccountNeeds};

impl ServiceAccountNeeds {
    /// Whether the service account, as it is now, may make the request, which arrived at `at`.
    pub fn are_met_by(&self, account: &ServiceAccount, at: Timestamp) -> bool {
        let is_valid = account.valid_tokens(at).any(|token| {
            token.digest == self.token && networks::are_open_to(token.allowed_ips.as_deref(), self.address)
        });
        account.id == self.id && account.role >= self.role && self.sites.holds(&account.sites) && is_valid
    }
}
