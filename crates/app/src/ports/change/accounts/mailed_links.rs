//! Rows of links in emails in a change.

use askline_domain::{
    identity::{
        links::{MailedLink, PendingSignUp},
        secret::SecretDigest,
        token::TokenPurpose,
    },
    shared::ids::UserId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::StoreResult;

/// Which emailed links of an account end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndedLinks<'a> {
    /// All.
    All,
    /// All except those that undo a change of address.
    AllButUndo,
    /// Those that confirm an address.
    Proofs,
    /// Those that confirm this address.
    ProofsOf(&'a str),
}

/// Rows of links in emails. A change that ends those of an account must lock [`crate::ports::change::Scope::User`].
#[async_trait]
pub trait MailedLinkRows: Send {
    /// Stores a link.
    async fn insert_mailed_link(&mut self, link: &MailedLink) -> StoreResult<()>;
    /// Stores the link of a person who signed up, until they confirm their address.
    async fn insert_sign_up(&mut self, link: &MailedLink, sign_up: &PendingSignUp) -> StoreResult<()>;
    /// The link with this purpose and digest, whether or not it has expired or has an effect.
    async fn mailed_link(&mut self, purpose: TokenPurpose, digest: SecretDigest) -> StoreResult<Option<MailedLink>>;
    /// Ends links of an account.
    async fn end_mailed_links(&mut self, account: UserId, which: EndedLinks<'_>) -> StoreResult<()>;
    /// Ends the token of a sign-up, and all others for the same address. Returns false, with nothing changed, if the token is
    /// not valid at `at` or was created for another address.
    async fn finish_sign_up(&mut self, digest: SecretDigest, email: &str, at: Timestamp) -> StoreResult<bool>;
}
