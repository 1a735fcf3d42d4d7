//! Stored OAuth clients, connected apps and their tokens.

use askline_domain::{
    audit::AuditDraft,
    identity::{
        grounds::SessionGround,
        member::Membership,
        secret::{Secret, SecretDigest},
        user::User,
    },
    oauth::{
        client::Client,
        connected_app::{ConnectedApp, NewApp},
    },
    shared::{
        ids::{AppId, OrgId, UserId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreResult;

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

/// The result of connecting an app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Connecting {
    /// Stored, with its audit entry.
    Connected,
    /// The person has [`askline_domain::oauth::MAX_APPS`] apps in the organization; nothing was stored.
    LimitReached,
}

/// What a client sends to get tokens for a code.
#[derive(Debug, Clone, Copy)]
pub struct CodeUse<'a> {
    /// SHA-256 of the code.
    pub code: SecretDigest,
    /// The client that sends it.
    pub client_id: &'a str,
    /// The address that the code was sent to.
    pub redirect_uri: Option<&'a str>,
    /// The verifier of the code's challenge.
    pub verifier: &'a str,
    /// The address of the `/mcp` that the tokens are for.
    pub resource: &'a str,
    /// When it was sent.
    pub at: Timestamp,
}

/// What a client sends to renew its tokens.
#[derive(Debug, Clone, Copy)]
pub struct RefreshUse<'a> {
    /// The refresh token.
    pub token: &'a Secret,
    /// The client that sends it.
    pub client_id: &'a str,
    /// The address of the `/mcp` that the tokens are for.
    pub resource: &'a str,
    /// When it was sent.
    pub at: Timestamp,
}

/// The new tokens of an app.
#[derive(Debug, Clone)]
pub struct NewTokens {
    /// The access token.
    pub access: Secret,
    /// The refresh token, if the app gets its first one; later ones follow from the used one.
    pub refresh: Secret,
}

/// The result of using a code or a refresh token.
#[derive(Debug, Clone)]
pub enum TokenUse {
    /// The tokens are stored. The refresh token is the one that the client gets.
    Done(Box<ConnectedApp>, Secret),
    /// The code or token is unknown or expired, or something else does not match; nothing was stored.
    Refused,
    /// The code or token was used before, so someone else may have it, or tokens were renewed too often: the app was ended.
    UsedBefore,
}

/// OAuth clients, connected apps and their tokens. Only digests of codes and tokens are stored.
#[async_trait]
pub trait OAuthStore: Send + Sync + 'static {
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
    /// Stores an app with its code. Removes apps of the person whose code expired before it was used.
    async fn connect_app(&self, new: &NewApp, audit: AuditDraft) -> StoreResult<Connecting>;
    /// Uses a code: stores the app's first tokens. `audit` is for the entry if the code was used before.
    async fn use_code(&self, sent: CodeUse<'_>, tokens: &NewTokens, audit: AuditOfEnd<'_>) -> StoreResult<TokenUse>;
    /// Uses a refresh token of a client: stores the access token and the next refresh token, which follows from the used one.
    /// Within [`askline_domain::oauth::REPEATABLE`] after its first use, it gives the same one again.
    async fn use_refresh_token(
        &self,
        sent: RefreshUse<'_>,
        access: &Secret,
        audit: AuditOfEnd<'_>,
    ) -> StoreResult<TokenUse>;
    /// Ends the app of an access or refresh token of this client; returns whether there was one.
    async fn revoke_token(&self, token: SecretDigest, client_id: &str, audit: AuditOfEnd<'_>) -> StoreResult<bool>;
    /// The app of an access token, whose person is a member with unchanged credentials. On the hot path of `/mcp`.
    async fn app_by_token(&self, digest: SecretDigest) -> StoreResult<Option<AppGrant>>;
    /// The apps of a person that are connected at `now`, newest first.
    async fn apps_of(&self, user: UserId, now: Timestamp, page: PageRequest) -> StoreResult<Page<ConnectedApp>>;
    /// The apps that are connected to an organization at `now`, newest first, each with the email address of its person.
    async fn apps_in(&self, org: OrgId, now: Timestamp, page: PageRequest)
    -> StoreResult<Page<(ConnectedApp, String)>>;
    /// Ends an app of the session's account; returns whether it was connected.
    async fn end_own_app(&self, ground: SessionGround, id: AppId, audit: AuditOfEnd<'_>) -> StoreResult<bool>;
    /// Ends an app of an organization; returns whether it was connected.
    async fn end_app(&self, org: OrgId, id: AppId, audit: AuditOfEnd<'_>) -> StoreResult<bool>;
    /// Records when apps were last used. Never moves a time back.
    async fn touch_apps(&self, uses: &[(AppId, Timestamp)]) -> StoreResult<()>;
    /// Removes apps that expired, clients that were not connected in time or whose last app ended long ago, and old documents.
    /// Returns how many rows it changed.
    async fn remove_ended_apps(&self, now: Timestamp) -> StoreResult<u64>;
}

/// Makes the audit entry about the end of an app, which is known only in the transaction that ends it. The text is the reason.
pub type AuditOfEnd<'a> = &'a (dyn Fn(&ConnectedApp, &str) -> AuditDraft + Send + Sync);

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
