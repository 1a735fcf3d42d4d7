//! Where an account was signed in from: browsers by a cookie, addresses by a digest. While someone guesses at the
//! account's password, only these may still try.

use jiff::SignedDuration;

use crate::{identity::secret::SecretDigest, mail::MailLanguage, requests::quota::AddressCaller};

/// How long a browser is known after its last sign-in.
pub const BROWSER_KNOWN_FOR: SignedDuration = SignedDuration::from_hours(90 * 24);
/// How long an address is known after the last sign-in from it.
pub const ADDRESS_KNOWN_FOR: SignedDuration = SignedDuration::from_hours(30 * 24);
/// Browsers, and addresses, that are remembered for an account: those of the latest sign-ins.
pub const MAX_KNOWN: u32 = 100;

/// Where a sign-in attempt comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visitor {
    /// The address.
    pub address: AddressCaller,
    /// The SHA-256 of the account's cookie in that browser, if it sent one.
    pub browser: Option<SecretDigest>,
}

/// Where a sign-in came from, to be remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownVisitor {
    /// The visitor as it came. Its cookie becomes invalid.
    pub visitor: Visitor,
    /// The SHA-256 of its new cookie.
    pub browser: SecretDigest,
    /// The language that the browser requests, if mails are written in it.
    pub language: Option<MailLanguage>,
}
