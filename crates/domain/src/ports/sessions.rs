//! Log-in sessions at rest.

use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreResult;
use crate::{
    audit::AuditDraft,
    id::{SessionId, UserId},
    known_visitor::{KnownVisitor, Visitor},
    organization::{Membership, Session, User},
    page::{Page, PageRequest},
    secret::SecretDigest,
    token::OneTimeUse,
};

/// What the guard needs to know of a session.
#[derive(Debug, Clone, PartialEq)]
pub struct SessionGrant {
    /// The session, ended or not: the guard looks at its times.
    pub session: Session,
    /// Whose it is.
    pub user: User,
    /// Where they are a member.
    pub memberships: Vec<Membership>,
}

/// A token that the operator made for someone who cannot log in.
#[derive(Debug, Clone)]
pub struct OneTimeToken {
    /// Whose.
    pub user_id: UserId,
    /// SHA-256 of the token.
    pub digest: SecretDigest,
    /// When it ends.
    pub expires_at: Timestamp,
}

/// Log-in sessions. Only digests are stored.
#[async_trait]
pub trait SessionStore: Send + Sync + 'static {
    /// Stores a session, with an audit entry for each organization of the user, and remembers where it was begun, so that
    /// [`Self::knows_visitor`] says yes to it from then on. Of an account the latest `KNOWN_MOST` are remembered. Ends the
    /// account's oldest sessions beyond [`crate::organization::MAX_SESSIONS`]; how many. A log-in from a browser that the account was
    /// not used in is told to the person.
    async fn create_session(
        &self,
        session: &Session,
        begun_at: Option<&KnownVisitor>,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<u32>;
    /// Whether the user logged in from this browser or address, and not too long before `now`.
    async fn knows_visitor(&self, user: UserId, visitor: &Visitor, now: Timestamp) -> StoreResult<bool>;
    /// Forgets browsers and addresses that are past their time, at most so many; how many.
    async fn forget_visitors(&self, now: Timestamp, most: u32) -> StoreResult<u64>;
    /// Stores audit entries of log-ins that failed.
    async fn record_failed_log_in(&self, audits: Vec<AuditDraft>) -> StoreResult<()>;
    /// The session with this digest. The hot path of the dashboard.
    async fn session_by_digest(&self, digest: SecretDigest) -> StoreResult<Option<SessionGrant>>;
    /// The sessions of a user that have not ended at `now`, newest first. `in_use` is among them whatever is stored of its last
    /// use: that is written down later.
    async fn sessions_of(
        &self,
        user: UserId,
        in_use: Option<SessionId>,
        now: Timestamp,
        page: PageRequest,
    ) -> StoreResult<Page<Session>>;
    /// Ends one session of a user; whether there was one.
    async fn end_session(&self, user: UserId, id: SessionId) -> StoreResult<bool>;
    /// Sets a new password, ends every session of the user but `keep` and every mailed link but those that undo a change of address,
    /// forgets where the account was logged in from, and tells the person.
    async fn change_password(
        &self,
        user: UserId,
        password_hash: &str,
        keep: Option<SessionId>,
        at: Timestamp,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<()>;
    /// Stores a one-time token for an account, which ends an earlier one; whether there is the account.
    async fn create_one_time_token(&self, token: &OneTimeToken, audits: Vec<AuditDraft>) -> StoreResult<bool>;
    /// The account that the one-time token with this digest opens at `now`.
    async fn one_time_account(&self, digest: SecretDigest, now: Timestamp) -> StoreResult<Option<UserId>>;
    /// Spends a one-time token, and stores `session`, which must be of its account. For a new password every session of the
    /// account and its password end; for a visit the oldest beyond the bound, as with [`Self::create_session`]: how many of
    /// those. `None`, and nothing stored, when the token does not open it at `now` any more.
    async fn spend_one_time_token(
        &self,
        digest: SecretDigest,
        used_for: OneTimeUse,
        now: Timestamp,
        session: &Session,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<Option<u32>>;
    /// Remembers where the user is, as a log-in from there would.
    async fn remember_visitor(&self, user: UserId, known: &KnownVisitor, at: Timestamp) -> StoreResult<()>;
    /// Notes when sessions were last used. Never moves a time back.
    async fn touch_sessions(&self, uses: &[(SessionId, Timestamp)]) -> StoreResult<()>;
    /// Removes sessions that ended before `now`; how many.
    async fn remove_ended_sessions(&self, now: Timestamp) -> StoreResult<u64>;
}
