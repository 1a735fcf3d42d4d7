//! Stored texts of sites' pages, and which page is read next.

use askline_domain::{
    pages::text::{
        difference::Structure,
        version::{PageReadingState, ReadingOutcome},
    },
    shared::ids::SiteId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::StoreResult;

/// A page that is due, of a site that may be asked now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DuePage {
    /// The site.
    pub site: SiteId,
    /// The page, as it is counted.
    pub path: String,
    /// Where a redirect led, or the address without TLS; `None` for the page's own address.
    pub address: Option<String>,
    /// How many addresses were requested for this reading.
    pub redirects: u8,
    /// What the server said about the version that is stored.
    pub validators: Validators,
}

/// By what a server knows the version of a page that is stored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Validators {
    /// The `ETag` header.
    pub etag: Option<String>,
    /// The `Last-Modified` header.
    pub modified: Option<String>,
}

/// What a reading of a page led to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PageRead {
    /// It leads on to another address, which is requested next.
    LedTo(String),
    /// It ended, and the page is due again at this time.
    Ended {
        /// How.
        outcome: ReadingOutcome,
        /// When the page is due again.
        due: Timestamp,
        /// What the server said, if it sent the page.
        validators: Option<Validators>,
        /// The new version, if the text changed.
        version: Option<NewVersion>,
    },
}

/// A version to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewVersion {
    /// SHA-256 of the text.
    pub digest: [u8; 32],
    /// The number of words.
    pub words: u32,
    /// What the text has.
    pub structure: Structure,
    /// What changed, packed; empty for the first version.
    pub difference: Vec<u8>,
    /// The text, packed.
    pub text: Vec<u8>,
}

/// A stored version of a page's text, without the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredVersion {
    /// When it was first read.
    pub read_at: Timestamp,
    /// The number of words.
    pub words: u32,
    /// What the text has.
    pub structure: Structure,
    /// What changed, packed; empty for the first version.
    pub difference: Vec<u8>,
}

/// Texts of pages. They are deleted with their site, and when the site's setting `readPages` is false.
#[async_trait]
pub trait PageTextStore: Send + Sync + 'static {
    /// Sites whose pages may be read and were not chosen since `before`, at most `limit`.
    async fn sites_to_choose_for(&self, before: Timestamp, limit: u32) -> StoreResult<Vec<SiteId>>;
    /// Chooses the pages of a site that are read from now on. Others keep their texts. Nothing happens if the site was deleted or its
    /// pages may not be read.
    async fn choose_pages(&self, site: SiteId, paths: &[String], at: Timestamp) -> StoreResult<()>;
    /// For each site that may be asked at `now`, the page that was due first; at most `limit`.
    async fn due_pages(&self, now: Timestamp, limit: u32) -> StoreResult<Vec<DuePage>>;
    /// Notes that a request to the site begins at `now` and that the next one comes at `next` at the earliest. Returns false if another
    /// server has noted one in the meantime.
    async fn begin_request(&self, site: SiteId, now: Timestamp, next: Timestamp) -> StoreResult<bool>;
    /// Stores what a reading led to. Of the versions, the newest [`MAX_VERSIONS`](askline_domain::pages::text::version::MAX_VERSIONS) of
    /// a page stay, and the newest of a site that have no more than
    /// [`MAX_SITE_BYTES`](askline_domain::pages::text::version::MAX_SITE_BYTES).
    async fn record_page_read(&self, page: (SiteId, &str), read: &PageRead, at: Timestamp) -> StoreResult<()>;
    /// The digest of a page's latest text, and the text, packed.
    async fn latest_text(&self, site: SiteId, path: &str) -> StoreResult<Option<([u8; 32], Vec<u8>)>>;
    /// The versions of a page's text in a time range, newest first.
    async fn text_versions(
        &self,
        page: (SiteId, &str),
        from: Timestamp,
        before: Timestamp,
    ) -> StoreResult<Vec<StoredVersion>>;
    /// What is known about the readings of a page; `None` if it is not read.
    async fn page_reading(&self, site: SiteId, path: &str) -> StoreResult<Option<PageReadingState>>;
    /// Removes pages that were last chosen before `before`, and texts of sites whose pages may not be read, at most `limit` of each;
    /// returns how many.
    async fn remove_page_texts(&self, before: Timestamp, limit: u32) -> StoreResult<u64>;
}
