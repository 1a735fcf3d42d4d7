//! Stores a new session and its sign-in, and ends the oldest sessions beyond the limit.

use askline_app::ports::{StoreError, StoreResult};
use askline_domain::identity::session::{MAX_SESSIONS, SESSION_IDLE, SESSION_LASTS, Session};

use super::log_ins;
use crate::{
    metadata::{accounts::users::select_user, identities::rows::is_linked},
    sql::{Connection, rows::milliseconds_before, sql},
};

/// The maximum number of sessions that a sign-in ends. It is usually at most one; more if an older release without the
/// limit stored more.
const MAX_ENDED_AT_ONCE: u32 = 1_000;

/// Stores a session and its sign-in, and ends the account's oldest live sessions beyond the limit; returns how many. Fails if
/// the account has a second factor that was not given: no way to sign in leads past it. Fails if the identity that signed in was
/// unlinked in the meantime.
pub(in crate::metadata::accounts) async fn insert_session(
    connection: &mut Connection,
    session: &Session,
) -> StoreResult<u32> {
    let user = select_user(&mut *connection, session.user_id).await?;
    if user.is_some_and(|user| !session.assurance.is_enough(user.factors)) {
        return Err(StoreError::AccountChanged);
    }
    if let Some(begun) = session.began_with
        && !is_linked(&mut *connection, session.user_id, begun.identity).await?
    {
        return Err(StoreError::AccountChanged);
    }
    sql("INSERT INTO sessions (id, user_id, digest, created_ms, last_used_ms, user_agent, assurance, proved_ms, \
         identity_id, ends_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)")
    .bind(session.id)
    .bind(session.user_id)
    .bind(session.digest)
    .bind(session.created_at)
    .bind(session.last_used_at)
    .bind(&session.user_agent)
    .bind(session.assurance.bits())
    .bind(session.proved_at)
    .bind(session.began_with.map(|begun| begun.identity))
    .bind(session.began_with.map(|begun| begun.ends_at))
    .execute(&mut *connection)
    .await?;
    log_ins::remember(connection, session).await?;
    // Expired sessions are neither counted nor reported.
    let ended = sql("DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE user_id = $1 AND id <> $2 \
         AND last_used_ms > $3 AND created_ms > $4 AND (ends_ms IS NULL OR ends_ms > $7) \
         ORDER BY id DESC LIMIT $5 OFFSET $6)")
    .bind(session.user_id)
    .bind(session.id)
    .bind(milliseconds_before(session.created_at, SESSION_IDLE))
    .bind(milliseconds_before(session.created_at, SESSION_LASTS))
    .bind(MAX_ENDED_AT_ONCE)
    .bind(MAX_SESSIONS - 1)
    .bind(session.created_at)
    .execute(connection)
    .await?;
    Ok(u32::try_from(ended).unwrap_or(u32::MAX))
}
