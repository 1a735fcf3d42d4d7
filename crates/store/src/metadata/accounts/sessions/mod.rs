//! Sign-in sessions. Tokens never get here, only their digests.

mod challenges;
mod in_change;
mod insert;
mod known_visitors;
mod log_ins;
mod one_time;

use askline_app::ports::{
    StoreResult,
    identity::sessions::{SessionGrant, SessionStore},
};
use askline_domain::{
    identity::{
        known_visitor::{DigestedVisitor, KnownVisitor, Visitor},
        second_factor::assurance::Assurance,
        secret::SecretDigest,
        session::{BegunByProvider, LogIn, SESSION_IDLE, SESSION_LASTS, Session},
    },
    shared::{
        ids::{SessionId, UserId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{memberships::memberships_of, users::select_user};
use crate::{
    metadata::{MetadataStore, keys::latest_uses::touching},
    sql::{
        Row,
        rows::{RowReader, milliseconds_before, page_bound},
        skipping_locked, sql,
    },
};

pub(super) use challenges::read_challenge;

/// The maximum number of ended sessions, and of old sign-ins, that one transaction removes.
const MAX_REMOVED_AT_ONCE: u32 = 500;

#[async_trait]
impl SessionStore for MetadataStore {
    async fn knows_visitor(&self, user: UserId, visitor: &Visitor, now: Timestamp) -> StoreResult<bool> {
        self.is_known(user, visitor, now).await
    }

    async fn digest_visitor(&self, user: UserId, known: &KnownVisitor) -> DigestedVisitor {
        DigestedVisitor { known: *known, address: self.address_digest(user, known.visitor.address).await }
    }

    async fn forget_visitors(&self, now: Timestamp, most: u32) -> StoreResult<u64> {
        let forgetting = sql(skipping_locked!(
            removing "DELETE FROM known_visitors WHERE (user_id, kind, digest) IN (SELECT user_id, kind, digest FROM known_visitors \
             WHERE until_ms <= $1 ORDER BY until_ms LIMIT $2",
            ")"
        ));
        self.write_without_notice(forgetting.bind(now).bind(most)).await
    }

    async fn session_by_digest(&self, digest: SecretDigest) -> StoreResult<Option<SessionGrant>> {
        // One transaction, so that session, user and memberships are consistent.
        let mut snapshot = self.inner.read.begin().await?;
        let Some(session) =
            sql("SELECT * FROM sessions WHERE digest = $1").bind(digest).optional(&mut snapshot, session).await?
        else {
            return Ok(None);
        };
        let Some(user) = select_user(&mut snapshot, session.user_id).await? else {
            return Ok(None);
        };
        let memberships = memberships_of(&mut snapshot, user.id).await?;
        Ok(Some(SessionGrant { session, user, memberships }))
    }

    async fn sessions_of(
        &self,
        user: UserId,
        in_use: Option<SessionId>,
        now: Timestamp,
        page: PageRequest,
    ) -> StoreResult<Page<Session>> {
        // The opposite of `Session::expires_at() <= now`.
        sql("SELECT * FROM sessions WHERE user_id = $1 AND id < $2 \
             AND (last_used_ms > $3 AND created_ms > $4 AND (ends_ms IS NULL OR ends_ms > $6) OR id = $5) \
             ORDER BY id DESC LIMIT $7")
        .bind(user)
        .bind(page_bound::<SessionId>(page))
        .bind(milliseconds_before(now, SESSION_IDLE))
        .bind(milliseconds_before(now, SESSION_LASTS))
        .bind(in_use)
        .bind(now)
        .page(&self.inner.read, page, session)
        .await
    }

    async fn log_ins_of(
        &self,
        user: UserId,
        in_use: Option<SessionId>,
        now: Timestamp,
        page: PageRequest,
    ) -> StoreResult<Page<LogIn>> {
        let mut connection = self.inner.read.acquire().await?;
        log_ins::latest(&mut connection, user, in_use, now, page).await
    }

    async fn one_time_account(&self, digest: SecretDigest, now: Timestamp) -> StoreResult<Option<UserId>> {
        let mut connection = self.inner.read.acquire().await?;
        one_time::account(&mut connection, digest, now).await
    }

    async fn touch_sessions(&self, uses: &[(SessionId, Timestamp)]) -> StoreResult<()> {
        self.record_uses(touching!("sessions"), uses).await
    }

    async fn remove_ended_sessions(&self, now: Timestamp) -> StoreResult<u64> {
        let mut all = 0;
        loop {
            let mut change = self.begin([]).await?;
            // Equivalent to `Session::expires_at() < now`.
            let sessions = sql(skipping_locked!(
                removing "DELETE FROM sessions WHERE id IN (SELECT id FROM sessions \
                 WHERE last_used_ms < $1 OR created_ms < $2 OR ends_ms < $4 LIMIT $3",
                ")"
            ));
            let sessions = sessions
                .bind(milliseconds_before(now, SESSION_IDLE))
                .bind(milliseconds_before(now, SESSION_LASTS))
                .bind(MAX_REMOVED_AT_ONCE)
                .bind(now)
                .execute(change.connection())
                .await?;
            let log_ins = log_ins::forget_old(change.connection(), now, MAX_REMOVED_AT_ONCE).await?;
            if sessions + log_ins > 0 {
                change.commit().await?;
            }
            all += sessions + log_ins;
            if sessions.max(log_ins) < u64::from(MAX_REMOVED_AT_ONCE) {
                return Ok(all);
            }
        }
    }
}

fn session(row: &Row) -> StoreResult<Session> {
    let row = RowReader::new(row, "sessions", "id");
    let created_at = row.time("created_ms")?;
    Ok(Session {
        id: row.parsed("id")?,
        user_id: row.parsed("user_id")?,
        digest: row.digest("digest")?,
        created_at,
        last_used_at: row.time("last_used_ms")?,
        user_agent: row.text("user_agent")?,
        assurance: Assurance::from_bits(row.number("assurance")?),
        proved_at: row.optional_time("proved_ms")?.unwrap_or(created_at),
        began_with: match (row.optional_parsed("identity_id")?, row.optional_time("ends_ms")?) {
            (Some(identity), Some(ends_at)) => Some(BegunByProvider { identity, ends_at }),
            _ => None,
        },
    })
}
