//! Rows of sign-ins in a change. The change must lock [`super::Scope::User`].

use askline_domain::{
    identity::{
        grounds::{ConfirmedGround, CredentialsGround, SessionGround},
        known_visitor::KnownVisitor,
        member::Membership,
        second_factor::{
            assurance::{Assurance, Proof},
            challenge::Challenge,
        },
        secret::SecretDigest,
        session::Session,
        token::OneTimeUse,
        user::User,
    },
    shared::ids::UserId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::StoreResult;

/// Rows of sign-ins.
#[async_trait]
pub trait SignInRows: Send {
    /// An account and its memberships.
    async fn account(&mut self, id: UserId) -> StoreResult<Option<(User, Vec<Membership>)>>;
    /// Fails with [`crate::ports::StoreError::AccountChanged`] unless the account still has these credentials, and is not
    /// locked.
    async fn compare_credentials(&mut self, ground: CredentialsGround) -> StoreResult<()>;
    /// Fails unless the session is open and the account still has these credentials.
    async fn compare_confirmed(&mut self, ground: ConfirmedGround) -> StoreResult<()>;
    /// Stores a challenge, and ends the account's oldest ones beyond the limit.
    async fn insert_challenge(&mut self, challenge: &Challenge) -> StoreResult<()>;
    /// The challenge with this digest, unless it has expired at `now`.
    async fn challenge(&mut self, digest: SecretDigest, now: Timestamp) -> StoreResult<Option<Challenge>>;
    /// Stores how many codes of a challenge were wrong.
    async fn put_wrong_codes_of_challenge(&mut self, digest: SecretDigest, wrong: u32) -> StoreResult<()>;
    /// Ends a challenge.
    async fn end_challenge(&mut self, digest: SecretDigest) -> StoreResult<()>;
    /// Stores a session and its sign-in; returns how many of the account's oldest sessions it ended to keep the limit.
    async fn insert_session(&mut self, session: &Session) -> StoreResult<u32>;
    /// What proved the person of a session; nothing if it ended.
    async fn assurance_of(&mut self, ground: SessionGround) -> StoreResult<Assurance>;
    /// Adds a proof to those of a session, and stores when it was given.
    async fn put_proof(&mut self, ground: SessionGround, proof: Proof, at: Timestamp) -> StoreResult<()>;
    /// Ends every session of an account except one.
    async fn end_other_sessions(&mut self, ground: SessionGround) -> StoreResult<()>;
    /// Whether a session begins in a browser in which the account was not used before.
    async fn is_new_browser(&mut self, session: &Session, known: &KnownVisitor) -> StoreResult<bool>;
    /// Remembers the browser and the address of a session, and until when the browser does not ask for the second factor.
    async fn remember_visitor(
        &mut self,
        session: &Session,
        known: &KnownVisitor,
        remembered_until: Option<Timestamp>,
    ) -> StoreResult<()>;
    /// Whether a token to set a new password belongs to the account and is valid at `now`.
    async fn is_reset_token(&mut self, account: UserId, digest: SecretDigest, now: Timestamp) -> StoreResult<bool>;
    /// Stores the new password of a reset. Unlinks every identity of a provider, and ends every session, emailed link except those that undo a change of address, remembered browser
    /// and waiting sign-in of the account. Codes that were refused work again.
    async fn put_password(&mut self, account: UserId, password_hash: &str) -> StoreResult<()>;
    /// Uses a one-time token of the account; returns whether it was valid at `now`. A token for a new password ends the old
    /// one, and every way into the account.
    async fn use_one_time_token(
        &mut self,
        account: UserId,
        digest: SecretDigest,
        used_for: OneTimeUse,
        now: Timestamp,
    ) -> StoreResult<bool>;
}
