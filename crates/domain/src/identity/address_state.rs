//! What the service knows about an account's email address.

use jiff::Timestamp;

use crate::identity::mail_language::MailLanguage;

/// What the service knows about an account's email address.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AddressState {
    /// When its owner proved that emails arrive there; `None` if it was never proven.
    pub verified_at: Option<Timestamp>,
    /// The mail server's answer when it refused the address. Until the address is proven again, it gets only
    /// verification emails and reports that another address was requested.
    pub refused: Option<String>,
    /// The language of emails to the person, as their browser requested it at the last sign-in.
    pub language: Option<MailLanguage>,
    /// The new address that the account requested, until it is proven.
    pub pending: Option<PendingAddress>,
}

/// An address that becomes the account's address when it is proven.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingAddress {
    /// The address.
    pub email: String,
    /// Until when the link in the email works.
    pub until: Timestamp,
}
