//! Browsers and IP addresses from which someone signed in to an account. Browsers are recognized by a cookie, IP addresses
//! by a digest. While someone guesses at the account's password, only these may still try to sign in.

use jiff::SignedDuration;

use crate::{
    identity::{mail_language::MailLanguage, secret::SecretDigest},
    requests::quota::AddressCaller,
};

/// How long a browser is remembered after its last sign-in.
pub const BROWSER_KNOWN_FOR: SignedDuration = SignedDuration::from_hours(90 * 24);
/// How long an IP address is remembered after the last sign-in from it.
pub const ADDRESS_KNOWN_FOR: SignedDuration = SignedDuration::from_hours(30 * 24);
/// The maximum number of browsers, and of IP addresses, that are remembered for an account: those of the latest
/// sign-ins.
pub const MAX_KNOWN: u32 = 100;

/// Where a sign-in attempt comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visitor {
    /// The IP address.
    pub address: AddressCaller,
    /// The SHA-256 of the account's cookie in that browser, if it sent one.
    pub browser: Option<SecretDigest>,
}

/// Where a sign-in came from, which is to be remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownVisitor {
    /// The visitor before the sign-in. Its cookie becomes invalid.
    pub visitor: Visitor,
    /// The SHA-256 of its new cookie.
    pub browser: SecretDigest,
    /// The language that the browser requests, if emails are written in it.
    pub language: Option<MailLanguage>,
}

/// A visitor of an account, as it is remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DigestedVisitor {
    /// The browser and the language.
    pub known: KnownVisitor,
    /// The digest of the address for this account, made with the key that seals; `None` if there is no key: then the account is
    /// recognized only by its browser.
    pub address: Option<[u8; 32]>,
}
