//! What changes of recipients share: their stores, finding one, and its description.

use askline_domain::{recipients::Recipient, shared::ids::OrgId};
use serde_json::{Value, json};

use crate::{
    error::UseCaseError,
    ports::{identity::recipients::RecipientStore, sites::SiteStore},
};

/// The stores that changes of recipients need.
pub type Stores<'a> = (&'a dyn RecipientStore, &'a dyn SiteStore);

/// The recipient, if it belongs to the organization.
pub(super) fn of_organization(found: Option<Recipient>, org: OrgId) -> Result<Recipient, UseCaseError> {
    found.filter(|recipient| recipient.org_id == org).ok_or(UseCaseError::NotFound("recipient"))
}

/// What the audit log says about a recipient.
pub(super) fn described(recipient: &Recipient) -> Value {
    let settings = &recipient.settings;
    json!({
        "audience": settings.audience,
        "siteIds": settings.sites,
        "weekly": settings.weekly,
        "monthly": settings.monthly,
        "language": settings.language,
    })
}
