//! Sign-in sessions. Tokens never get here, only their digests.

mod in_change;
mod insert;
pub(crate) mod known_visitors;
mod log_ins;
mod one_time;

use askline_app::ports::{
    StoreResult,
    changes::Subject,
    identity::sessions::{SessionGrant, SessionStore},
};
use askline_domain::{
    audit::AuditDraft,
    identity::{
        grounds::{ConfirmedGround, CredentialsGround, NobodyGround, OperatorGround, SessionGround},
        known_visitor::{KnownVisitor, Visitor},
        second_factor::assurance::Assurance,
        secret::SecretDigest,
        session::{BegunByProvider, LogIn, SESSION_IDLE, SESSION_LASTS, Session},
    },
    mail::MailContent,
    shared::{
        ids::{SessionId, UserId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{
    locking,
    memberships::{is_member, memberships_of},
    users::select_user,
};
use crate::{
    metadata::{MetadataStore, changes::scope::Scope, keys::latest_uses::touching},
    sql::{
        Row,
        rows::{RowReader, milliseconds_before, page_bound},
        skipping_locked, sql,
    },
};

pub(super) use in_change::read_challenge;
use insert::insert_session;
use known_visitors::remember;

/// The maximum number of ended sessions, and of old sign-ins, that one transaction removes.
const MAX_REMOVED_AT_ONCE: u32 = 500;

#[async_trait]
impl SessionStore for MetadataStore {
    async fn create_session(
        &self,
        session: &Session,
        begun_at: Option<&KnownVisitor>,
        ground: CredentialsGround,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<u32> {
        let remembered = match begun_at {
            Some(known) => Some((known, self.to_remember(session.user_id, known).await)),
            None => None,
        };
        let mut change = self.begin(Scope::of_user(session.user_id, &audits)).await?;
        change.compare_credentials(ground).await?;
        let ended = insert_session(change.connection(), session).await?;
        if let Some((known, remembered)) = &remembered {
            if change.is_log_in_from_unknown_browser(session, known.visitor.browser).await? {
                let content = MailContent::LogIn { browser: session.user_agent.clone() };
                change.tell(session.user_id, content, session.created_at).await?;
            }
            remember(change.connection(), session.user_id, remembered, session.created_at).await?;
        }
        change.commit_to_account(session.user_id, audits).await?;
        Ok(ended)
    }

    async fn knows_visitor(&self, user: UserId, visitor: &Visitor, now: Timestamp) -> StoreResult<bool> {
        self.is_known(user, visitor, now).await
    }

    async fn forget_visitors(&self, now: Timestamp, most: u32) -> StoreResult<u64> {
        let forgetting = sql(skipping_locked!(
            removing "DELETE FROM known_visitors WHERE (user_id, kind, digest) IN (SELECT user_id, kind, digest FROM known_visitors \
             WHERE until_ms <= $1 ORDER BY until_ms LIMIT $2",
            ")"
        ));
        self.write_without_notice(forgetting.bind(now).bind(most)).await
    }

    async fn record_failed_log_ins(
        &self,
        failures: Vec<(UserId, AuditDraft)>,
        NobodyGround: NobodyGround,
    ) -> StoreResult<()> {
        let mut change = self.begin(failures.iter().map(|(_, audit)| Scope::of(audit))).await?;
        for (user, audit) in failures {
            // The failure was counted earlier; since then, the person may have left.
            if is_member(change.connection(), audit.org_id, user).await? {
                change.append_audit(audit).await?;
            }
        }
        change.commit_without_notice().await
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

    async fn end_session(&self, ground: SessionGround, id: SessionId) -> StoreResult<bool> {
        let user = ground.user;
        let mut change = self.begin([Scope::User(user)]).await?;
        // A session can always end itself.
        if id != ground.session {
            change.compare_session(ground).await?;
        }
        let ended = sql("DELETE FROM sessions WHERE id = $1 AND user_id = $2")
            .bind(id)
            .bind(user)
            .execute(change.connection())
            .await?;
        if ended > 0 {
            change.concerns(Subject::User(user));
            change.commit().await?;
        }
        Ok(ended > 0)
    }

    async fn change_password(
        &self,
        ground: ConfirmedGround,
        password_hash: &str,
        known: &KnownVisitor,
        at: Timestamp,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<()> {
        let user = ground.session.user;
        let remembered = self.to_remember(user, known).await;
        let mut change = self.begin(Scope::of_user(user, &audits)).await?;
        change.compare_confirmed(ground).await?;
        change.set_password(user, password_hash, Some(ground.session.session), at).await?;
        // The change forgot every browser and address of the account; this browser stays known.
        remember(change.connection(), user, &remembered, at).await?;
        change.commit_to_account(user, audits).await
    }

    async fn revoke_access(
        &self,
        ground: ConfirmedGround,
        known: &KnownVisitor,
        at: Timestamp,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<()> {
        locking::revoke_access(self, ground, known, at, audits).await
    }

    async fn lock_account(
        &self,
        user: UserId,
        at: Timestamp,
        OperatorGround: OperatorGround,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<bool> {
        locking::lock(self, user, at, audits).await
    }

    async fn unlock_account(
        &self,
        user: UserId,
        OperatorGround: OperatorGround,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<bool> {
        locking::unlock(self, user, audits).await
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
