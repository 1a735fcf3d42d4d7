//! Rows of sessions, one-time links and known browsers in a change. The change must lock [`crate::ports::change::Scope::User`].

use askline_domain::{
    identity::{
        grounds::SessionGround,
        known_visitor::DigestedVisitor,
        links::OneTimeToken,
        second_factor::assurance::{Assurance, Proof},
        secret::SecretDigest,
        session::Session,
    },
    shared::ids::{SessionId, UserId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::StoreResult;

/// Rows of sessions. Their account is among what the commit notifies about.
#[async_trait]
pub trait SessionRows: Send {
    /// Stores a session and its sign-in; returns how many of the account's oldest sessions it ended to keep the limit. Fails
    /// with [`crate::ports::StoreError::AccountChanged`] if its proofs are not enough for the account, or the identity that
    /// signed in is not linked any more.
    async fn insert_session(&mut self, session: &Session) -> StoreResult<u32>;
    /// Ends a session of an account; returns whether it existed.
    async fn end_session(&mut self, account: UserId, id: SessionId) -> StoreResult<bool>;
    /// Ends every session of an account except `keep`.
    async fn end_sessions(&mut self, account: UserId, keep: Option<SessionId>) -> StoreResult<()>;
    /// What proved the person of a session; nothing if it ended.
    async fn assurance_of(&mut self, ground: SessionGround) -> StoreResult<Assurance>;
    /// Adds a proof to those of a session, and stores when it was given.
    async fn put_proof(&mut self, ground: SessionGround, proof: Proof, at: Timestamp) -> StoreResult<()>;
}

/// Rows of one-time links.
#[async_trait]
pub trait OneTimeLinkRows: Send {
    /// The account of the one-time link with this digest, if the link is valid at `now` and the account is not locked.
    async fn one_time_account(&mut self, digest: SecretDigest, now: Timestamp) -> StoreResult<Option<UserId>>;
    /// Stores the one-time link of an account, in place of an earlier one.
    async fn put_one_time_link(&mut self, token: &OneTimeToken) -> StoreResult<()>;
    /// Ends the one-time link of an account.
    async fn end_one_time_link(&mut self, account: UserId) -> StoreResult<()>;
}

/// Rows of the browsers and addresses that accounts are known by.
#[async_trait]
pub trait KnownVisitorRows: Send {
    /// Whether a session begins in a browser in which the account was not used before. False for the first session of a new
    /// account.
    async fn is_new_browser(&mut self, session: &Session, browser: Option<SecretDigest>) -> StoreResult<bool>;
    /// Remembers the browser and the address of a visitor, and the language of emails to the person. Forgets what the browser was known
    /// by before; it goes on as trusted if it was. The latest
    /// [`askline_domain::identity::known_visitor::MAX_KNOWN`] of each are remembered per account.
    async fn remember_visitor(&mut self, account: UserId, visitor: &DigestedVisitor, at: Timestamp) -> StoreResult<()>;
    /// Stores that the browser of a visitor who was remembered does not ask for the second factor until this time.
    async fn trust_browser(
        &mut self,
        session: &Session,
        visitor: &DigestedVisitor,
        until: Timestamp,
    ) -> StoreResult<()>;
    /// Forgets all browsers and addresses of an account.
    async fn forget_visitors(&mut self, account: UserId) -> StoreResult<()>;
}
