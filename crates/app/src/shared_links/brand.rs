//! The brand that a shared link shows before its password is given.

use askline_domain::{organizations::brand::ShownBrand, shared_links::digest_of_well_formed};
use jiff::Timestamp;

use crate::ports::{StoreResult, all::Ports};

/// The brand of the organization of the link with this token; `None` without a brand, and for a link that is unknown, ended or
/// expired. A text that is no token reads nothing.
pub async fn brand(ports: &Ports, token: &str, at: Timestamp) -> StoreResult<Option<ShownBrand>> {
    let Ok(digest) = digest_of_well_formed(token) else { return Ok(None) };
    let link = ports.shared_links.shared_link_by_token(digest).await?;
    let Some(link) = link.filter(|link| !link.has_expired(at)) else { return Ok(None) };
    let organization = ports.organizations.organization(link.org_id).await?;
    Ok(organization.and_then(|organization| organization.brand).map(|brand| brand.shown(link.org_id)))
}
