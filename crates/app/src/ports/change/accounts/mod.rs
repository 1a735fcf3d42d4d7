//! Rows that belong to an account in a change.

mod account_rows;
mod factors;
mod identities;
mod mailed_links;
mod passkeys;
mod requested_mails;
mod sessions;
mod sign_ins;

pub use self::{
    account_rows::AccountRows,
    factors::{FactorRows, TotpFactor},
    identities::{IdentityJoin, IdentityRows},
    mailed_links::{EndedLinks, MailedLinkRows},
    passkeys::PasskeyRows,
    requested_mails::{AdmittedMail, RequestedMailRows},
    sessions::{KnownVisitorRows, OneTimeLinkRows, SessionRows},
    sign_ins::SignInRows,
};
