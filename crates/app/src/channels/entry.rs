//! Finds a channel in its organization.

use askline_domain::{channels::Channel, shared::ids::OrgId};

use crate::error::UseCaseError;

/// The channel, if it belongs to the organization.
pub(super) fn of_organization(found: Option<Channel>, org: OrgId) -> Result<Channel, UseCaseError> {
    found.filter(|channel| channel.org_id == org).ok_or(UseCaseError::NotFound("channel"))
}
