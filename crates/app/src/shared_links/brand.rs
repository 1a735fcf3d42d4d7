//! The brand that a shared link shows before its password is given.

use askline_domain::{
    identity::secret::SecretDigest,
    organizations::brand::ShownBrand,
    shared::ids::{Id as _, OrgId},
};
use jiff::Timestamp;

use crate::ports::{StoreResult, all::Ports};

/// No organization has this id.
const NO_ORGANIZATION: u128 = 0;

/// The brand of the organization of the link with this token; `None` without a brand, and for a link that is unknown, ended or
/// expired. All of these read the same rows, so neither the answer nor its time tells them apart.
pub async fn brand(ports: &Ports, token: &str, at: Timestamp) -> StoreResult<Option<ShownBrand>> {
    let link = ports.shared_links.shared_link_by_token(SecretDigest::of(token.trim())).await?;
    let org = link.filter(|link| !link.has_expired(at)).map(|link| link.org_id);
    let id = org.unwrap_or_else(|| OrgId::from_bits(NO_ORGANIZATION));
    let organization = ports.organizations.organization(id).await?;
    Ok(organization.and_then(|organization| organization.brand.map(|brand| brand.shown(id))))
}
