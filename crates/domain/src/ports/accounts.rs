//! Ways back into an account by mail: reset links, proofs of an address, changes of it and their undoing.
//!
//! Each method that stores a token stores the mail that carries it in the same transaction.

use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreResult;
use crate::{
    audit::AuditDraft,
    id::UserId,
    mail::MailLanguage,
    organization::{Membership, User},
    secret::{Secret, SecretDigest},
};

/// What a mailed token does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenPurpose {
    /// Sets a new password.
    Reset,
    /// Proves an address: the account's own, or the one that it asks for.
    Proof,
    /// Gives the account the address back that it had.
    Undo,
}

words! {
    TokenPurpose, "a purpose of a token":
    Reset = "reset",
    Proof = "proof",
    Undo = "undo",
}

/// The account that a mailed token opens.
#[derive(Debug, Clone, PartialEq)]
pub struct TokenAccount {
    /// The account.
    pub user: User,
    /// Where it is a member.
    pub memberships: Vec<Membership>,
    /// The address that the token was sent to.
    pub email: String,
}

/// What became of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proving {
    /// The address is proven, and the account's own.
    Proven,
    /// The token is unknown, used, past its end, or the address is no longer asked for.
    Unknown,
    /// Another account has the address by now; nothing was stored.
    EmailTaken,
}

/// Accounts and their addresses.
#[async_trait]
pub trait AccountStore: Send + Sync + 'static {
    /// Stores a token for a new password and the mail with it, for a proven address. For any other address it stores as much,
    /// which opens and sends nothing: neither the answer nor its time tells whether there is an account.
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
    /// Spends a token for a new password: every session, remembered browser, token and wish for another address of the account
    /// ends, and the person is told. False, and nothing stored, when the token does not open it any more.
    async fn finish_reset(
        &self,
        digest: SecretDigest,
        user: UserId,
        password_hash: &str,
        now: Timestamp,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<bool>;
    /// Mails a proof to the account's own address, unless it is proven and works; whether one was mailed.
    async fn ask_for_proof(&self, user: UserId, token: &Secret, at: Timestamp) -> StoreResult<bool>;
    /// Begins a change to another address: mails a proof there, and tells the address so far, which can undo it with `undo` if it
    /// was proven. Ends an earlier change that was not proven yet. Whether there is the account.
    async fn ask_for_address(
        &self,
        user: UserId,
        email: &str,
        proof: &Secret,
        undo: &Secret,
        at: Timestamp,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<bool>;
    /// Mails another proof to the address that the account asks for; whether it asks for one at `at`.
    async fn ask_again(&self, user: UserId, proof: &Secret, at: Timestamp) -> StoreResult<bool>;
    /// Spends a proof.
    async fn prove(
        &self,
        digest: SecretDigest,
        user: UserId,
        now: Timestamp,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<Proving>;
    /// Gives the account the address back that an undo token was sent to, ends its password, every session and every other token,
    /// and mails a link that sets a new password.
    async fn undo_address(
        &self,
        digest: SecretDigest,
        user: UserId,
        reset: &Secret,
        now: Timestamp,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<Proving>;
    /// Takes the operator's word that an account's address is its owner's; whether there is the account.
    async fn prove_by_operator(&self, user: UserId, at: Timestamp, audits: Vec<AuditDraft>) -> StoreResult<bool>;
    /// Removes tokens that ended before `now`, at most so many; how many.
    async fn remove_ended_tokens(&self, now: Timestamp, most: u32) -> StoreResult<u64>;
}
