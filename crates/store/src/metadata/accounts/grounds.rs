//! Compares the grounds of changes to accounts, in the transactions of the changes.
//!
//! On PostgreSQL, credentials, locks and sessions of an account change only under its scope, which a change to the account
//! holds. A change to an organization does not hold it, so it locks the row of the session until its commit.

use askline_app::ports::{StoreError, StoreResult};
use askline_domain::identity::grounds::{ConfirmedGround, CredentialsGround, SessionGround};

use super::{open_session::is_open, users::select_user};
use crate::metadata::changes::change::Change;

impl Change {
    /// Fails unless the account still has the credentials that were checked, and is not locked.
    pub(crate) async fn compare_credentials(&mut self, ground: CredentialsGround) -> StoreResult<()> {
        let user = select_user(self.connection(), ground.user).await?;
        let holds = |version, is_locked: bool| version == ground.version && !is_locked;
        if user.is_some_and(|user| holds(user.credential_version, user.locked_at.is_some())) {
            Ok(())
        } else {
            Err(StoreError::AccountChanged)
        }
    }

    /// Fails unless the session has not ended.
    pub(crate) async fn compare_session(&mut self, ground: SessionGround) -> StoreResult<()> {
        if is_open(self.connection(), ground).await? { Ok(()) } else { Err(StoreError::SessionEnded) }
    }

    /// Fails unless the session has not ended and the account still has the credentials that were checked.
    pub(crate) async fn compare_confirmed(&mut self, ground: ConfirmedGround) -> StoreResult<()> {
        self.compare_session(ground.session).await?;
        self.compare_credentials(ground.credentials).await
    }
}
