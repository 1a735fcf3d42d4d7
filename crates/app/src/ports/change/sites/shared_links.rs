//! Rows of shared links in a change.

use askline_domain::{
    shared::ids::{SharedLinkId, SiteId},
    shared_links::SharedLink,
};
use async_trait::async_trait;

use crate::ports::StoreResult;

/// Rows of shared links. Their site is among what the commit notifies about.
#[async_trait]
pub trait SharedLinkRows: Send {
    /// A link of any site.
    async fn shared_link(&mut self, id: SharedLinkId) -> StoreResult<Option<SharedLink>>;
    /// The number of links of a site; `None` if the site was deleted.
    async fn count_shared_links(&mut self, site: SiteId) -> StoreResult<Option<u32>>;
    /// Stores a new link.
    async fn insert_shared_link(&mut self, link: &SharedLink) -> StoreResult<()>;
    /// Stores the settings, the end and the password of a link.
    async fn replace_shared_link(&mut self, link: &SharedLink) -> StoreResult<()>;
    /// Ends every session of a link.
    async fn end_link_sessions(&mut self, link: &SharedLink) -> StoreResult<()>;
    /// Deletes a link with its sessions.
    async fn delete_shared_link(&mut self, link: &SharedLink) -> StoreResult<()>;
}
