//! Stored sign-in sessions.

use askline_domain::{
    audit::AuditDraft,
    identity::{
        known_visitor::{KnownVisitor, Visitor},
        member::Membership,
        secret::SecretDigest,
        session::{LogIn, Session},
        token::OneTimeUse,
        user::User,
    },
    shared::{
        ids::{SessionId, UserId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::StoreResult;

/// What the guard needs to know about a session.
#[derive(Debug, Clone, PartialEq)]
pub struct SessionGrant {
    /// The session, ended or not: the guard checks its times.
    pub session: Session,
    /// Its account.
    pub user: User,
    /// Where they are a member.
    pub memberships: Vec<Membership>,
}

/// A token that the operator made for a person who cannot sign in.
#[derive(Debug, Clone)]
pub struct OneTimeToken {
    /// The account.
    pub user_id: UserId,
    /// SHA-256 of the token.
    pub digest: SecretDigest,
    /// When it ends.
    pub expires_at: Timestamp,
}

/// Sign-in sessions. Only digests are stored.
#[async_trait]
pub trait SessionStore: Send + Sync + 'static {
    /// Stores a session, with an audit entry for each organization of the user, and remembers where it began, so that
    /// [`Self::knows_visitor`] returns true for that from then on. The latest `MAX_KNOWN` are remembered per account.
    /// Ends the account's oldest sessions beyond [`askline_domain::identity::session::MAX_SESSIONS`]; returns how many. The person
    /// gets a mail about a sign-in from a new browser. [`Self::log_ins_of`] returns it.
    async fn create_session(
        &self,
        session: &Session,
        begun_at: Option<&KnownVisitor>,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<u32>;
    /// Whether the user signed in from this browser or address, and not too long before `now`.
    async fn knows_visitor(&self, user: UserId, visitor: &Visitor, now: Timestamp) -> StoreResult<bool>;
    /// Forgets expired browsers and addresses, at most this many; returns how many.
    async fn forget_visitors(&self, now: Timestamp, most: u32) -> StoreResult<u64>;
    /// Stores audit entries of sign-ins that failed.
    async fn record_failed_log_in(&self, audits: Vec<AuditDraft>) -> StoreResult<()>;
    /// The session with this digest. The hot path of the dashboard.
    async fn session_by_digest(&self, digest: SecretDigest) -> StoreResult<Option<SessionGrant>>;
    /// The sessions of a user that have not ended at `now`, newest first. `in_use` is always among them, since its last
    /// use is stored later.
    async fn sessions_of(
        &self,
        user: UserId,
        in_use: Option<SessionId>,
        now: Timestamp,
        page: PageRequest,
    ) -> StoreResult<Page<Session>>;
    /// The sign-ins of a user in the last [`askline_domain::identity::session::LOG_IN_KEPT`] before `now`, newest first, at most
    /// [`askline_domain::identity::session::MAX_LOG_INS`]. `in_use` is open, since its last use is stored later.
    async fn log_ins_of(
        &self,
        user: UserId,
        in_use: Option<SessionId>,
        now: Timestamp,
        page: PageRequest,
    ) -> StoreResult<Page<LogIn>>;
    /// Ends one session of a user; returns whether it existed.
    async fn end_session(&self, user: UserId, id: SessionId) -> StoreResult<bool>;
    /// Sets a new password, ends every session of the user except `keep` and every mailed link except those that undo a
    /// change of address, forgets where the account was signed in from, and mails the person.
    async fn change_password(
        &self,
        user: UserId,
        password_hash: &str,
        keep: Option<SessionId>,
        at: Timestamp,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<()>;
    /// Stores a one-time token for an account and ends an earlier one; returns whether the account exists.
    async fn create_one_time_token(&self, token: &OneTimeToken, audits: Vec<AuditDraft>) -> StoreResult<bool>;
    /// The account that the one-time token with this digest opens at `now`.
    async fn one_time_account(&self, digest: SecretDigest, now: Timestamp) -> StoreResult<Option<UserId>>;
    /// Uses a one-time token, and stores `session`, which must be of its account. For a new password every session of
    /// the account and its password end; for a visit the oldest beyond the limit, as with [`Self::create_session`]:
    /// returns how many of those. `None`, with nothing stored, if the token is not valid at `now` any more.
    async fn spend_one_time_token(
        &self,
        digest: SecretDigest,
        used_for: OneTimeUse,
        now: Timestamp,
        session: &Session,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<Option<u32>>;
    /// Remembers where the user is, as a sign-in from there would.
    async fn remember_visitor(&self, user: UserId, known: &KnownVisitor, at: Timestamp) -> StoreResult<()>;
    /// Notes when sessions were last used. Never moves a time back.
    async fn touch_sessions(&self, uses: &[(SessionId, Timestamp)]) -> StoreResult<()>;
    /// Removes sessions that ended before `now`, and forgets sign-ins that are too old; returns how many of both.
    async fn remove_ended_sessions(&self, now: Timestamp) -> StoreResult<u64>;
}
