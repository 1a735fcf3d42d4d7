//! Hashes passwords of shared links, before a change begins.

use askline_domain::{
    identity::secret::Secret,
    shared::ids::{OrgId, SharedLinkId, SiteId},
    shared_links::{
        CheckedLink,
        input::{NewSharedLink, SharedLinkEdit},
    },
};
use jiff::Timestamp;

use super::entry::{of_site, present};
use crate::{error::UseCaseError, instance::Instance};

/// What is to be stored of a new link at `at`, and the hash of its password.
pub async fn checked(
    instance: &Instance,
    new: NewSharedLink,
    at: Timestamp,
) -> Result<(CheckedLink, Option<String>), UseCaseError> {
    let link = new.check(at)?;
    let hash = hashed(instance, link.password.clone().flatten()).await?;
    Ok((link, hash))
}

/// The hash of the password that an edit sets at `at`; `None` if the password stays.
pub async fn new_hash(
    instance: &Instance,
    (org, site, id): (OrgId, SiteId, SharedLinkId),
    edit: &SharedLinkEdit,
    at: Timestamp,
) -> Result<Option<Option<String>>, UseCaseError> {
    if edit.password.is_none() {
        return Ok(None);
    }
    let before = of_site(instance.ports.shared_links.shared_link(id).await?, (org, site))?;
    let password = edit.clone().check(present(&before), at)?.password;
    hashed(instance, password.flatten()).await.map(Some)
}

async fn hashed(instance: &Instance, password: Option<Secret>) -> Result<Option<String>, UseCaseError> {
    match password {
        Some(password) => Ok(Some(instance.hashing.place()?.hash(password).await?)),
        None => Ok(None),
    }
}
