//! Finds a shared link in its site, and describes it for audit entries.

use askline_domain::{
    shared::{
        ids::{OrgId, SiteId},
        rfc3339::Moment,
    },
    shared_links::{SharedLink, input::Present},
};
use serde_json::{Value, json};

use crate::error::UseCaseError;

/// The link, if it belongs to the site.
pub(super) fn of_site(found: Option<SharedLink>, (org, site): (OrgId, SiteId)) -> Result<SharedLink, UseCaseError> {
    let belongs = |link: &SharedLink| link.org_id == org && link.site_id == site;
    found.filter(belongs).ok_or(UseCaseError::NotFound("shared link"))
}

/// What an audit entry says about a link.
pub(super) fn described(link: &SharedLink) -> Value {
    json!({
        "siteId": link.site_id,
        "settings": link.settings,
        "expiresAt": link.expires_at.map(Moment),
        "hasPassword": link.password_hash.is_some(),
    })
}

/// The link as the check of an edit needs it.
pub(super) fn present(link: &SharedLink) -> Present<'_> {
    Present { settings: &link.settings, expires_at: link.expires_at, has_password: link.password_hash.is_some() }
}
