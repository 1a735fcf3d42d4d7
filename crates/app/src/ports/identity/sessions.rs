//! Stored sign-in sessions.

use askline_domain::{
    audit::AuditDraft,
    identity::{
        grounds::{ConfirmedGround, CredentialsGround, NobodyGround, OperatorGround, SessionGround, TokenGround},
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
    /// The session, whether or not it has ended: the guard checks its times.
    pub session: Session,
    /// Its account.
    pub user: User,
    /// The account's memberships.
    pub memberships: Vec<Membership>,
}

impl SessionGrant {
    /// The ground of a change that needs no password.
    pub fn ground(&self) -> SessionGround {
        SessionGround { user: self.user.id, session: self.session.id }
    }

    /// Whether a proof was given within the last minutes, and the account's second factor, if it has one, in this session.
    pub fn has_fresh_proof(&self, now: Timestamp) -> bool {
        self.session.has_fresh_proof(now) && self.session.assurance.gave_second_factor(self.user.factors)
    }
}

/// A token that the operator created, for a person who cannot sign in or for a demo.
#[derive(Debug, Clone)]
pub struct OneTimeToken {
    /// The account.
    pub user_id: UserId,
    /// SHA-256 of the token.
    pub digest: SecretDigest,
    /// When it expires.
    pub expires_at: Timestamp,
}

/// What a new one-time token does to the account's password and sessions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OldPassword {
    /// They work until the token is used.
    WorksUntilUse,
    /// They end with the creation of the token, as do remembered browsers and emailed links.
    EndsNow,
}

/// Sign-in sessions. Only digests are stored. Each change takes the ground that it was allowed on, and the store compares
/// it in the same transaction.
#[async_trait]
pub trait SessionStore: OneTimeTokenStore {
    /// Stores a session, with an audit entry for each organization of the user, and remembers the browser and the
    /// address, so that [`Self::knows_visitor`] returns true for them from then on. The latest `MAX_KNOWN` of each are
    /// remembered per account. Ends the account's oldest sessions beyond
    /// [`askline_domain::identity::session::MAX_SESSIONS`]; returns how many. Emails the person about a sign-in from a
    /// new browser, except the first one of a new account. [`Self::log_ins_of`] lists the sign-in.
    async fn create_session(
        &self,
        session: &Session,
        begun_at: Option<&KnownVisitor>,
        ground: CredentialsGround,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<u32>;
    /// Whether the user signed in from this browser or address, and not too long before `now`.
    async fn knows_visitor(&self, user: UserId, visitor: &Visitor, now: Timestamp) -> StoreResult<bool>;
    /// Removes expired browsers and addresses, at most `most`; returns how many.
    async fn forget_visitors(&self, now: Timestamp, most: u32) -> StoreResult<u64>;
    /// Stores audit entries of failed sign-ins to accounts, in the organizations of which they are still members.
    async fn record_failed_log_ins(&self, failures: Vec<(UserId, AuditDraft)>, ground: NobodyGround)
    -> StoreResult<()>;
    /// The session with this digest. On the hot path of the dashboard.
    async fn session_by_digest(&self, digest: SecretDigest) -> StoreResult<Option<SessionGrant>>;
    /// The sessions of a user that have not ended at `now`, newest first. `in_use` is always included, since its last use is
    /// stored later.
    async fn sessions_of(
        &self,
        user: UserId,
        in_use: Option<SessionId>,
        now: Timestamp,
        page: PageRequest,
    ) -> StoreResult<Page<Session>>;
    /// The sign-ins of a user in the last [`askline_domain::identity::session::LOG_IN_KEPT`] before `now`, newest first, at most
    /// [`askline_domain::identity::session::MAX_LOG_INS`]. The session `in_use` counts as open, since its last use is stored
    /// later.
    async fn log_ins_of(
        &self,
        user: UserId,
        in_use: Option<SessionId>,
        now: Timestamp,
        page: PageRequest,
    ) -> StoreResult<Page<LogIn>>;
    /// Ends one session of the account; returns whether it existed. A session that ends itself may have ended before.
    async fn end_session(&self, ground: SessionGround, id: SessionId) -> StoreResult<bool>;
    /// Sets a new password, ends every other session of the account and every link except those that undo a change of
    /// address, removes the requested address and the remembered browsers and addresses except `known`, and emails the
    /// person.
    async fn change_password(
        &self,
        ground: ConfirmedGround,
        password_hash: &str,
        known: &KnownVisitor,
        at: Timestamp,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<()>;
    /// Ends everything that [`Self::change_password`] ends and keeps the password. Sign-ins and changes that are under
    /// way with the password fail.
    async fn revoke_access(
        &self,
        ground: ConfirmedGround,
        known: &KnownVisitor,
        at: Timestamp,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<()>;
    /// Locks an account: ends every session, emailed link except those that undo a change of address, one-time link and
    /// remembered browser, and emails the person. Nobody can sign in to it, and no link to it works, until it is unlocked. Returns false, with nothing
    /// stored, if it is locked or does not exist.
    async fn lock_account(
        &self,
        user: UserId,
        at: Timestamp,
        ground: OperatorGround,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<bool>;
    /// Lets a locked account sign in again. Returns false, with nothing stored, if it is not locked or does not exist.
    async fn unlock_account(&self, user: UserId, ground: OperatorGround, audits: Vec<AuditDraft>) -> StoreResult<bool>;
    /// Records when sessions that have not ended were last used. Never moves a time back.
    async fn touch_sessions(&self, uses: &[(SessionId, Timestamp)]) -> StoreResult<()>;
    /// Removes sessions that ended before `now`, and sign-ins that are too old; returns how many of both.
    async fn remove_ended_sessions(&self, now: Timestamp) -> StoreResult<u64>;
}

/// One-time tokens, with which the operator lets a person sign in.
#[async_trait]
pub trait OneTimeTokenStore: Send + Sync + 'static {
    /// Stores a one-time token for an account and ends an earlier one; returns whether the account exists and is not
    /// locked.
    async fn create_one_time_token(
        &self,
        token: &OneTimeToken,
        old_password: OldPassword,
        ground: OperatorGround,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<bool>;
    /// The account of the one-time token with this digest, if the token is valid at `now` and the account is not locked.
    async fn one_time_account(&self, digest: SecretDigest, now: Timestamp) -> StoreResult<Option<UserId>>;
    /// Uses a one-time token, and stores `session`, which must belong to its account. A token for a new password ends
    /// every other session, every link except those that undo a change of address, and every remembered browser, and
    /// removes the password. A token
    /// for a visit ends the oldest sessions beyond the limit, like [`SessionStore::create_session`]; returns how many.
    /// `None`, with nothing stored, if the token is not valid at `now`.
    async fn spend_one_time_token(
        &self,
        ground: TokenGround,
        used_for: OneTimeUse,
        now: Timestamp,
        session: &Session,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<Option<u32>>;
}
