//! Stored sign-in sessions.

use askline_domain::{
    identity::{
        grounds::SessionGround,
        known_visitor::{DigestedVisitor, KnownVisitor, Visitor},
        secret::SecretDigest,
        session::{LogIn, Session},
        user::User,
    },
    organizations::member::Membership,
    shared::{
        ids::{SessionId, UserId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::{StoreResult, change::BeginChange};

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

/// Sign-in sessions. Only digests are stored. Their rows change in [`crate::ports::change::SessionRows`].
#[async_trait]
pub trait SessionStore: BeginChange {
    /// Whether the user signed in from this browser or address, and not too long before `now`.
    async fn knows_visitor(&self, user: UserId, visitor: &Visitor, now: Timestamp) -> StoreResult<bool>;
    /// A visitor as it is remembered for an account. Called before a change, which must not wait for the key.
    async fn digest_visitor(&self, user: UserId, known: &KnownVisitor) -> DigestedVisitor;
    /// Removes expired browsers and addresses, at most `most`; returns how many.
    async fn forget_visitors(&self, now: Timestamp, most: u32) -> StoreResult<u64>;
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
    /// The account of the one-time token with this digest, if the token is valid at `now` and the account is not locked.
    async fn one_time_account(&self, digest: SecretDigest, now: Timestamp) -> StoreResult<Option<UserId>>;
    /// Records when sessions that have not ended were last used. Never moves a time back.
    async fn touch_sessions(&self, uses: &[(SessionId, Timestamp)]) -> StoreResult<()>;
    /// Removes sessions that ended before `now`, and sign-ins that are too old; returns how many of both.
    async fn remove_ended_sessions(&self, now: Timestamp) -> StoreResult<u64>;
}
