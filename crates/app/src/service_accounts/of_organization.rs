//! Finds a service account in its organization.

use askline_domain::{service_accounts::ServiceAccount, shared::ids::OrgId};

use crate::error::UseCaseError;

/// The service account, if it belongs to the organization.
pub(super) fn of_organization(found: Option<ServiceAccount>, org: OrgId) -> Result<ServiceAccount, UseCaseError> {
    found.filter(|account| account.org_id == org).ok_or(UseCaseError::NotFound("service account"))
}
