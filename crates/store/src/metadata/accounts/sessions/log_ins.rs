//! The latest sign-ins of each account, which remain after their sessions have ended.

use askline_app::ports::StoreResult;
use askline_domain::{
    identity::session::{LOG_IN_KEPT, LogIn, MAX_LOG_INS, SESSION_IDLE, SESSION_LASTS, Session},
    shared::{
        ids::{SessionId, UserId},
        paging::{Page, PageRequest},
    },
};
use jiff::Timestamp;

use crate::sql::{
    Connection, Row,
    rows::{RowReader, milliseconds_before, page_bound},
    skipping_locked, sql,
};

/// Stores the sign-in that began a session, and deletes the account's oldest ones beyond the limit.
pub(crate) async fn remember(connection: &mut Connection, session: &Session) -> StoreResult<()> {
    sql("INSERT INTO log_ins (id, user_id, at_ms, user_agent) VALUES ($1, $2, $3, $4)")
        .bind(session.id)
        .bind(session.user_id)
        .bind(session.created_at)
        .bind(&session.user_agent)
        .execute(&mut *connection)
        .await?;
    sql("DELETE FROM log_ins WHERE user_id = $1 AND id IN \
         (SELECT id FROM log_ins WHERE user_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $2)")
    .bind(session.user_id)
    .bind(MAX_LOG_INS)
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns the sign-ins of an account, newest first.
pub(crate) async fn latest(
    connection: &mut Connection,
    user: UserId,
    in_use: Option<SessionId>,
    now: Timestamp,
    page: PageRequest,
) -> StoreResult<Page<LogIn>> {
    // A session is open unless `Session::expires_at() <= now`.
    sql("SELECT id, at_ms, user_agent, \
         CAST(CASE WHEN id = $1 OR EXISTS (SELECT 1 FROM sessions WHERE sessions.id = log_ins.id \
             AND last_used_ms > $2 AND created_ms > $3 AND (ends_ms IS NULL OR ends_ms > $7)) \
             THEN 1 ELSE 0 END AS BIGINT) AS is_open \
         FROM log_ins WHERE user_id = $4 AND id < $5 AND at_ms > $6 ORDER BY id DESC LIMIT $8")
    .bind(in_use)
    .bind(milliseconds_before(now, SESSION_IDLE))
    .bind(milliseconds_before(now, SESSION_LASTS))
    .bind(user)
    .bind(page_bound::<SessionId>(page))
    .bind(milliseconds_before(now, LOG_IN_KEPT))
    .bind(now)
    .page(connection, page, log_in)
    .await
}

/// Deletes at most `most` of the sign-ins that are too old; returns how many.
pub(crate) async fn forget_old(connection: &mut Connection, now: Timestamp, most: u32) -> StoreResult<u64> {
    let removal = sql(skipping_locked!(
        removing "DELETE FROM log_ins WHERE id IN (SELECT id FROM log_ins WHERE at_ms <= $1 LIMIT $2",
        ")"
    ));
    removal.bind(milliseconds_before(now, LOG_IN_KEPT)).bind(most).execute(connection).await
}

fn log_in(row: &Row) -> StoreResult<LogIn> {
    let row = RowReader::new(row, "log_ins", "id");
    Ok(LogIn {
        id: row.parsed("id")?,
        at: row.time("at_ms")?,
        user_agent: row.text("user_agent")?,
        is_open: row.flag("is_open")?,
    })
}
