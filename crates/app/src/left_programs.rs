//! The programs that still have access after the person who may use them lost theirs.
//!
//! Ending a person's access ends no program, because others use it.

use askline_domain::{
    keys::KeyRecord,
    service_accounts::ServiceAccount,
    shared::ids::{OrgId, UserId},
};
use jiff::Timestamp;
use serde_json::Value;

use crate::{
    keys::{active_keys_made_by, named_in_entry},
    ports::{StoreResult, keys::KeyStore, service_accounts::ServiceAccountStore},
    service_accounts,
};

/// Programs that a person may still use.
#[derive(Debug, Default)]
pub struct LeftPrograms {
    /// The active keys that they made, newest first.
    pub keys: Vec<KeyRecord>,
    /// The service accounts that they made or were given a valid token of, newest first.
    pub service_accounts: Vec<ServiceAccount>,
}

impl LeftPrograms {
    /// The programs that a person may use at `at`: in one organization, or in all.
    pub(crate) async fn of(
        (keys, accounts): (&dyn KeyStore, &dyn ServiceAccountStore),
        person: UserId,
        org: Option<OrgId>,
        at: Timestamp,
    ) -> StoreResult<Self> {
        Ok(Self {
            keys: active_keys_made_by(keys, person, org, at).await?,
            service_accounts: accounts.service_accounts_left_by(person, org, at).await?,
        })
    }

    /// Leaves only those of some organizations.
    pub(crate) fn retain(&mut self, is_named: impl Fn(OrgId) -> bool) {
        self.keys.retain(|key| is_named(key.org_id));
        self.service_accounts.retain(|account| is_named(account.org_id));
    }

    /// Adds those of an organization, if there are any, to what an entry of its audit log says.
    pub(crate) fn add_to_entry(&self, org: OrgId, metadata: &mut Value) {
        let keys = named_in_entry(&self.keys, org);
        let accounts = service_accounts::named_in_entry(&self.service_accounts, org);
        for (name, named) in [("keysStillActive", keys), ("serviceAccounts", accounts)] {
            if named.as_array().is_some_and(|named| !named.is_empty()) {
                metadata[name] = named;
            }
        }
    }
}
