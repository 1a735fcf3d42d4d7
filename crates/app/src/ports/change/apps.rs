//! Rows of connected apps and their tokens in a change.

use askline_domain::{
    identity::secret::SecretDigest,
    oauth::connected_app::{AppToken, ConnectedApp, NewApp, StoredCode, TokenKind},
    shared::ids::AppId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::StoreResult;

/// Rows of connected apps. A change of one must lock [`super::Scope::User`] of its person and [`super::Scope::Organization`].
#[async_trait]
pub trait AppRows: Send {
    /// Removes the apps of the same person in the same organization that can get no tokens any more when this one is connected:
    /// their codes expired before they were used, or the person's credentials changed.
    async fn remove_apps_without_tokens(&mut self, new: &ConnectedApp) -> StoreResult<()>;
    /// The number of apps of the same person in the same organization that have not expired when this one is connected.
    async fn count_apps_beside(&mut self, new: &ConnectedApp) -> StoreResult<u32>;
    /// Stores a new app with its code. Its person is among what the commit notifies about.
    async fn insert_app(&mut self, new: &NewApp) -> StoreResult<()>;
    /// The app of a code, and the code.
    async fn app_of_code(&mut self, code: SecretDigest) -> StoreResult<Option<(ConnectedApp, StoredCode)>>;
    /// Whether an app has not ended: it exists, and its person has the credentials with which they connected it, and is not locked.
    async fn is_connected(&mut self, app: &ConnectedApp) -> StoreResult<bool>;
    /// Stores that the code of an app was used.
    async fn put_code_used(&mut self, app: &ConnectedApp, at: Timestamp) -> StoreResult<()>;
    /// The token of this kind with this digest, whether or not it has expired.
    async fn app_token(&mut self, kind: TokenKind, digest: SecretDigest) -> StoreResult<Option<AppToken>>;
    /// Stores a token.
    async fn insert_app_token(&mut self, token: &AppToken) -> StoreResult<()>;
    /// Stores that a refresh token was used.
    async fn put_token_used(&mut self, digest: SecretDigest, at: Timestamp) -> StoreResult<()>;
    /// The number of refresh tokens that an app got after `since`.
    async fn count_refresh_tokens(&mut self, app: AppId, since: Timestamp) -> StoreResult<u32>;
    /// Removes the oldest access tokens of an app beyond `most`.
    async fn keep_access_tokens(&mut self, app: AppId, most: u32) -> StoreResult<()>;
    /// Deletes an app with its tokens; returns whether it was there. Its person is among what the commit notifies about.
    async fn delete_app(&mut self, app: &ConnectedApp) -> StoreResult<bool>;
}
