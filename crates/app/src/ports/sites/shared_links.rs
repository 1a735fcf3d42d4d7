//! Stored shared links and their sessions.

use askline_domain::{
    identity::secret::SecretDigest,
    organizations::plan::Plan,
    shared::ids::{SharedLinkId, SiteId},
    shared_links::SharedLink,
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::{StoreResult, change::BeginChange};

/// What the guard needs to know about the caller of a link's session.
#[derive(Debug, Clone, PartialEq)]
pub struct LinkGrant {
    /// The link.
    pub link: SharedLink,
    /// The plan of its organization.
    pub plan: Plan,
    /// When the session expires.
    pub session_expires_at: Timestamp,
}

/// A session of a link that is to begin.
#[derive(Debug, Clone, PartialEq)]
pub struct NewLinkSession<'l> {
    /// The link as it was when its token and its password were checked.
    pub link: &'l SharedLink,
    /// The digest of the session's token.
    pub digest: SecretDigest,
    /// Now.
    pub at: Timestamp,
    /// When it expires.
    pub expires_at: Timestamp,
}

/// Shared links. Only digests of tokens are stored. What changes them is in [`crate::ports::change::SharedLinkRows`].
#[async_trait]
pub trait SharedLinkStore: BeginChange {
    /// The link whose token has this digest, which may have expired, with the name of its organization, unless its site was
    /// deleted.
    async fn shared_link_by_token(&self, digest: SecretDigest) -> StoreResult<Option<SharedLink>>;
    /// The link of a session, either of which may have expired, unless its site was deleted.
    async fn shared_link_by_session(&self, digest: SecretDigest) -> StoreResult<Option<LinkGrant>>;
    /// One link by its id, of any site that was not deleted, for the page that embeds it.
    async fn shared_link(&self, id: SharedLinkId) -> StoreResult<Option<SharedLink>>;
    /// The links of a site, newest first. There are at most [`askline_domain::shared_links::MAX_SHARED_LINKS`].
    async fn shared_links(&self, site: SiteId) -> StoreResult<Vec<SharedLink>>;
    /// Begins a session, and counts a use of the link. Ends the link's oldest session beyond
    /// [`askline_domain::shared_links::MAX_LINK_SESSIONS`]. Returns false, and stores nothing, if the link was deleted or has
    /// another password by now.
    async fn begin_link_session(&self, session: &NewLinkSession<'_>) -> StoreResult<bool>;
}
