//! Account recovery by mail.
//!
//! Reset links, proofs of an address, changes of it and undoing them.
//!
//! Each method that stores a token also stores its mail, in the same transaction.

use askline_domain::{
    audit::AuditDraft,
    identity::{
        member::Membership,
        secret::{Secret, SecretDigest},
        token::TokenPurpose,
        user::User,
    },
    mail::MailLanguage,
    shared::ids::UserId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::StoreResult;

/// The account that a mailed token opens.
#[derive(Debug, Clone, PartialEq)]
pub struct TokenAccount {
    /// The account.
    pub user: User,
    /// Its memberships.
    pub memberships: Vec<Membership>,
    /// The address that the token was sent to.
    pub email: String,
}

/// The result of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proving {
    /// The address is proven, and belongs to the account.
    Proven,
    /// The token is unknown, used or expired, or the address is no longer requested.
    Unknown,
    /// Another account has the address by now; nothing was stored.
    EmailTaken,
}

/// Accounts and their addresses.
#[async_trait]
pub trait AccountStore: Send + Sync + 'static {
    /// Stores a token for a new password and its mail, for a proven address. For any other address it stores as much,
    /// without any effect: neither the answer nor its time reveals whether there is an account.
    async fn request_reset(
        &self,
        email: &str,
        token: &Secret,
        language: Option<MailLanguage>,
        at: Timestamp,
    ) -> StoreResult<()>;
    /// The account that a token with this digest opens at `now`.
    async fn token_account(
        &self,
        purpose: TokenPurpose,
        digest: SecretDigest,
        now: Timestamp,
    ) -> StoreResult<Option<TokenAccount>>;
    /// Uses a token for a new password: every session, remembered browser, token and requested address of the account
    /// ends, and the person gets a mail. False, with nothing stored, if the token is not valid any more.
    async fn finish_reset(
        &self,
        digest: SecretDigest,
        user: UserId,
        password_hash: &str,
        now: Timestamp,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<bool>;
    /// Mails a proof to the account's own address, unless it is proven and works; returns whether one was mailed.
    async fn ask_for_proof(&self, user: UserId, token: &Secret, at: Timestamp) -> StoreResult<bool>;
    /// Begins a change to another address: mails a proof there, and mails the present address, which can undo it with
    /// `undo` if it is proven. Ends an earlier change that was not proven yet. Returns whether the account exists.
    async fn ask_for_address(
        &self,
        user: UserId,
        email: &str,
        proof: &Secret,
        undo: &Secret,
        at: Timestamp,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<bool>;
    /// Mails another proof to the requested address; returns whether the account has a requested one at `at`.
    async fn ask_again(&self, user: UserId, proof: &Secret, at: Timestamp) -> StoreResult<bool>;
    /// Uses a proof.
    async fn prove(
        &self,
        digest: SecretDigest,
        user: UserId,
        now: Timestamp,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<Proving>;
    /// Restores the address that an undo token was sent to, removes the password, ends every session and every other
    /// token, and mails a link that sets a new password.
    async fn undo_address(
        &self,
        digest: SecretDigest,
        user: UserId,
        reset: &Secret,
        now: Timestamp,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<Proving>;
    /// Marks an account's address as proven by the operator; returns whether the account exists.
    async fn prove_by_operator(&self, user: UserId, at: Timestamp, audits: Vec<AuditDraft>) -> StoreResult<bool>;
    /// Removes tokens that expired before `now`, at most this many; returns how many.
    async fn remove_ended_tokens(&self, now: Timestamp, most: u32) -> StoreResult<u64>;
}
