//! Begins a session of a shared link, with its token and its password.

use std::net::IpAddr;

use askline_domain::{
    identity::{
        secret::{Secret, SecretDigest},
        token::new_link_session_token,
    },
    shared_links::{LINK_SESSION_LASTS, SharedLink, digest_of_well_formed},
};
use jiff::Timestamp;

use crate::{
    accounts::Try,
    error::{Credential, UseCaseError},
    instance::Instance,
    ports::{again::again_if_rolled_back, sites::shared_links::NewLinkSession},
};

/// A session of a link that just began.
pub struct OpenedLink {
    /// The link.
    pub link: SharedLink,
    /// The plaintext of the session's token.
    pub token: Secret,
    /// When the session expires.
    pub expires_at: Timestamp,
}

/// Begins a session of the link with this token, if `password` is the link's. A link that was deleted is as unknown as one
/// that never was.
pub async fn open(
    instance: &Instance,
    (token, password): (&str, Option<String>),
    (address, at): (IpAddr, Timestamp),
) -> Result<OpenedLink, UseCaseError> {
    let unknown = || UseCaseError::WrongCredential(Credential::SharedLink);
    let digest: SecretDigest = digest_of_well_formed(token.trim()).map_err(|_| unknown())?;
    let link = instance.ports.shared_links.shared_link_by_token(digest).await?.ok_or_else(unknown)?;
    if link.has_expired(at) {
        return Err(UseCaseError::WrongCredential(Credential::ExpiredLink));
    }
    if let Some(hash) = &link.password_hash {
        let Some(password) = password else {
            return Err(UseCaseError::WrongCredential(Credential::LinkPassword { sent: false }));
        };
        check_password(instance, (&link, hash), password, address).await?;
    }
    let token = new_link_session_token(&mut rand::rng());
    let expires_at = link.expires_at.map_or(at + LINK_SESSION_LASTS, |end| end.min(at + LINK_SESSION_LASTS));
    let session = NewLinkSession { link: &link, digest: token.digest(), at, expires_at };
    if again_if_rolled_back(|| instance.ports.shared_links.begin_link_session(&session)).await? {
        Ok(OpenedLink { link, token, expires_at })
    } else {
        Err(unknown())
    }
}

async fn check_password(
    instance: &Instance,
    (link, hash): (&SharedLink, &str),
    password: String,
    address: IpAddr,
) -> Result<(), UseCaseError> {
    let tried = Try::at_link(instance, address, link.id).await?;
    let verified = match instance.hashing.place() {
        Ok(place) => place.verify(Secret::new(password), Some(hash.to_owned())).await,
        Err(full) => Err(full),
    };
    if let Ok(false) = verified {
        return Err(UseCaseError::WrongCredential(Credential::LinkPassword { sent: true }));
    }
    tried.give_back().await;
    verified.map(|_| ())
}
