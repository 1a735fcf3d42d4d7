//! Service accounts as audit entries name and describe them.

use askline_domain::{service_accounts::ServiceAccount, shared::ids::OrgId};
use serde_json::{Value, json};

/// The service accounts of an organization among these, as an audit entry names them.
pub(crate) fn named_in_entry(accounts: &[ServiceAccount], org: OrgId) -> Value {
    accounts
        .iter()
        .filter(|account| account.org_id == org)
        .map(|account| json!({ "id": account.id, "name": account.name }))
        .collect()
}

/// What an audit entry says about the settings of a service account.
pub(super) fn settings_of(account: &ServiceAccount) -> Value {
    json!({ "name": account.name, "role": account.role, "siteIds": account.sites })
}
