//! Ends a session of an account.

use askline_domain::{identity::grounds::SessionGround, shared::ids::SessionId};

use crate::ports::{StoreResult, change::Scope, identity::sessions::SessionStore};

/// Ends a session of the account; returns whether it existed. A session can always end itself.
pub async fn end_session(sessions: &dyn SessionStore, ground: SessionGround, id: SessionId) -> StoreResult<bool> {
    let mut change = sessions.begin(&[Scope::User(ground.user)]).await?;
    if id != ground.session {
        change.compare_session(ground).await?;
    }
    let ended = change.end_session(ground.user, id).await?;
    if ended {
        change.commit().await?;
    }
    Ok(ended)
}
