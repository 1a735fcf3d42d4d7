//! Stored OAuth clients, connected apps and their tokens.

use askline_domain::{
    identity::{
        secret::{Secret, SecretDigest},
        user::User,
    },
    oauth::{client::Client, connected_app::ConnectedApp},
    organizations::member::Membership,
    shared::{
        ids::{AppId, OrgId, UserId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{StoreResult, change::BeginChange};

/// What the guard needs to know about an access token.
#[derive(Debug, Clone, PartialEq)]
pub struct AppGrant {
    /// The app.
    pub app: ConnectedApp,
    /// When the token expires.
    pub token_expires_at: Timestamp,
    /// The person who connected the app.
    pub user: User,
    /// The person's membership in the app's organization.
    pub membership: Membership,
}

/// A stored client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredClient {
    /// The client.
    pub client: Client,
    /// When it registered, or when its metadata document was last read.
    pub known_at: Timestamp,
    /// Whether a person has connected it, and that has not ended.
    pub has_app: bool,
}

/// OAuth clients, connected apps and their tokens. Only digests of codes and tokens are stored. Apps change in
/// [`crate::ports::change::AppRows`].
#[async_trait]
pub trait OAuthStore: BeginChange {
    /// The client with this id.
    async fn client(&self, id: &str) -> StoreResult<Option<StoredClient>>;
    /// Stores a client that registers itself. If [`askline_domain::oauth::MAX_UNUSED_CLIENTS`] are stored that were never
    /// connected, the oldest of them is removed.
    async fn register_client(&self, client: &Client, at: Timestamp) -> StoreResult<()>;
    /// Stores what was read in the metadata document of a client. If [`askline_domain::oauth::MAX_IDLE_DOCUMENTS`] of clients
    /// without an app are stored, the oldest of them is removed.
    async fn keep_client_document(&self, client: &Client, at: Timestamp) -> StoreResult<()>;
    /// Notes that the stored document of a client is read early; returns whether it may be: once in
    /// [`askline_domain::oauth::READ_EARLY_EVERY`].
    async fn note_early_read(&self, id: &str, at: Timestamp) -> StoreResult<bool>;
    /// The app with this id.
    async fn app(&self, id: AppId) -> StoreResult<Option<ConnectedApp>>;
    /// The app of a code.
    async fn app_of_code(&self, code: SecretDigest) -> StoreResult<Option<ConnectedApp>>;
    /// The app of an access or refresh token.
    async fn app_of_token(&self, token: SecretDigest) -> StoreResult<Option<ConnectedApp>>;
    /// The refresh token that follows from a used one of an app: always the same one, which nobody knows without the key that
    /// seals. Called before a change, which must not wait for the key.
    async fn next_refresh_token(&self, used: &Secret, app: AppId) -> StoreResult<Secret>;
    /// The app of an access token, whose person is a member with unchanged credentials. On the hot path of `/mcp`.
    async fn app_by_token(&self, digest: SecretDigest) -> StoreResult<Option<AppGrant>>;
    /// The apps of a person that are connected at `now`, newest first.
    async fn apps_of(&self, user: UserId, now: Timestamp, page: PageRequest) -> StoreResult<Page<ConnectedApp>>;
    /// The apps that are connected to an organization at `now`, newest first, each with the email address of its person.
    async fn apps_in(&self, org: OrgId, now: Timestamp, page: PageRequest)
    -> StoreResult<Page<(ConnectedApp, String)>>;
    /// Records when apps were last used. Never moves a time back.
    async fn touch_apps(&self, uses: &[(AppId, Timestamp)]) -> StoreResult<()>;
    /// Removes apps that expired, clients that were not connected in time or whose last app ended long ago, and old documents.
    /// Returns how many rows it changed.
    async fn remove_ended_apps(&self, now: Timestamp) -> StoreResult<u64>;
}

/// Why a client's metadata document could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DocumentFault {
    /// There was no answer, or one that says that the server has a problem: the last good copy may be used.
    #[error("the client's metadata document cannot be read at the moment")]
    NoAnswer,
    /// The answer is no document: too large, not JSON, a redirect, or an address that is not reached from here.
    #[error("the client's address does not answer with a metadata document of at most 5 KiB")]
    NoDocument,
}

/// Reads metadata documents of clients. Reaches only public addresses.
#[async_trait]
pub trait ClientDocuments: Send + Sync + 'static {
    /// The text of the document at an https address.
    async fn read(&self, address: &url::Url) -> Result<String, DocumentFault>;
}
