//! Creates, changes and deletes service accounts, and gives them tokens. A plaintext is only in the value that its
//! creation returns, and is never stored.

mod create;
mod end;
mod token;
mod update;

pub use create::create;
pub use end::{Ended, end};
pub use token::{MadeToken, give_token};
pub use update::update;

use askline_domain::{service_accounts::ServiceAccount, shared::ids::OrgId};
use serde_json::{Value, json};

use crate::error::UseCaseError;

/// The service account, if it belongs to the organization.
fn of_organization(found: Option<ServiceAccount>, org: OrgId) -> Result<ServiceAccount, UseCaseError> {
    found.filter(|account| account.org_id == org).ok_or(UseCaseError::NotFound("service account"))
}

/// Service accounts, as an audit entry names them.
pub(crate) fn named_in_entry(accounts: &[ServiceAccount]) -> Value {
    accounts.iter().map(|account| json!({ "id": account.id, "name": account.name })).collect()
}

/// What an audit entry says about the settings of a service account.
fn settings_of(account: &ServiceAccount) -> Value {
    json!({ "name": account.name, "role": account.role, "siteIds": account.sites })
}
