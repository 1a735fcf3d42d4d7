//! Service accounts as audit entries name and describe them.

use askline_domain::service_accounts::ServiceAccount;
use serde_json::{Value, json};

/// Service accounts, as an audit entry names them.
pub(crate) fn named_in_entry(accounts: &[ServiceAccount]) -> Value {
    accounts.iter().map(|account| json!({ "id": account.id, "name": account.name })).collect()
}

/// What an audit entry says about the settings of a service account.
pub(super) fn settings_of(account: &ServiceAccount) -> Value {
    json!({ "name": account.name, "role": account.role, "siteIds": account.sites })
}
