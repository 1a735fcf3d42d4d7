//! Account recovery by email: reset links, confirming and changing addresses, and undoing a change.
//!
//! Each method that stores a token also stores its email, in the same transaction. Each change takes the ground that it was
//! allowed on, and the store compares it in the same transaction.

use askline_domain::{
    audit::AuditDraft,
    identity::{
        grounds::{ConfirmedGround, NobodyGround, OperatorGround, SessionGround, TokenGround},
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
use serde::{Deserialize, Serialize};

use crate::ports::{StoreResult, mail::Mailed};

/// The account that an emailed token was created for.
#[derive(Debug, Clone, PartialEq)]
pub struct TokenAccount {
    /// The account.
    pub user: User,
    /// Its memberships.
    pub memberships: Vec<Membership>,
    /// The address that the token was sent to.
    pub email: String,
}

/// The result of using a token that confirms or restores an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proving {
    /// The address is confirmed, and belongs to the account.
    Proven,
    /// The token is unknown, used or expired, or the address is no longer requested.
    Unknown,
    /// Another account has the address, or can restore it; nothing was stored.
    EmailTaken,
}

/// A person who signed up, until they confirm their address and get the account.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingSignUp {
    /// The address.
    pub email: String,
    /// The name; empty if none was given.
    pub name: String,
    /// The hash of the password.
    pub password_hash: String,
    /// The name of the organization.
    pub organization: String,
}

/// Accounts and their addresses.
#[async_trait]
pub trait AccountStore: Send + Sync + 'static {
    /// Stores a token for a new password and its email, if the address is confirmed and has not refused email, and no
    /// limit is reached. For any other address it stores as much data, without any effect: neither the response nor its
    /// time reveals whether there is an account.
    async fn request_reset(
        &self,
        email: &str,
        token: &Secret,
        language: Option<MailLanguage>,
        at: Timestamp,
        ground: NobodyGround,
    ) -> StoreResult<()>;
    /// The account of the token with this digest, if the token is valid at `now` and the account is not locked.
    async fn token_account(
        &self,
        purpose: TokenPurpose,
        digest: SecretDigest,
        now: Timestamp,
    ) -> StoreResult<Option<TokenAccount>>;
    /// Uses a token to set a new password. Ends every session, remembered browser and requested address of the account,
    /// and every link except those that undo a change of address, and emails the person. Returns false, and stores
    /// nothing, if the token is no longer valid.
    async fn finish_reset(
        &self,
        ground: TokenGround,
        password_hash: &str,
        now: Timestamp,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<bool>;
    /// Stores a sign-up and emails its token, unless an account has the address or can restore it: then the email says so,
    /// and as much data is stored without any effect. The same holds beyond a limit of emails, where none is sent.
    async fn request_sign_up(
        &self,
        new: &PendingSignUp,
        token: &Secret,
        language: Option<MailLanguage>,
        at: Timestamp,
        ground: NobodyGround,
    ) -> StoreResult<()>;
    /// The sign-up of the token with this digest, if the token is valid at `now`.
    async fn pending_sign_up(&self, digest: SecretDigest, now: Timestamp) -> StoreResult<Option<PendingSignUp>>;
    /// Emails a confirmation link to `email`, the account's own address, unless that is confirmed and works, or is
    /// another one by now.
    async fn ask_for_proof(
        &self,
        ground: SessionGround,
        email: &str,
        token: &Secret,
        at: Timestamp,
    ) -> StoreResult<Mailed>;
    /// Starts a change to another address: emails a confirmation link to it, and emails the current address, which can
    /// undo the change with `undo` if it is confirmed. Ends an earlier change that was not confirmed yet. Links that set a new
    /// password stay valid.
    async fn ask_for_address(
        &self,
        ground: ConfirmedGround,
        email: &str,
        proof: &Secret,
        undo: &Secret,
        at: Timestamp,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<Mailed>;
    /// Emails another confirmation link to `email`, if that is the address that the account requested and still waits for
    /// at `at`.
    async fn ask_again(&self, ground: SessionGround, email: &str, proof: &Secret, at: Timestamp)
    -> StoreResult<Mailed>;
    /// Uses a confirmation token.
    async fn prove(&self, ground: TokenGround, now: Timestamp, audits: Vec<AuditDraft>) -> StoreResult<Proving>;
    /// Restores the address that an undo token was sent to, removes the password, ends every session and every token,
    /// and emails a link that sets a new password.
    async fn undo_address(
        &self,
        ground: TokenGround,
        reset: &Secret,
        now: Timestamp,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<Proving>;
    /// Marks an account's address as confirmed by the operator; returns whether the account exists.
    async fn prove_by_operator(
        &self,
        user: UserId,
        at: Timestamp,
        ground: OperatorGround,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<bool>;
    /// Removes tokens that expired before `now`, at most `most`; returns how many.
    async fn remove_ended_tokens(&self, now: Timestamp, most: u32) -> StoreResult<u64>;
}
