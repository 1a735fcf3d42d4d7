//! Stored accounts, sessions and recipients.

pub mod accounts;
pub mod alert_mails;
pub mod factors;
pub mod identities;
pub mod identity_providers;
pub mod passkeys;
pub mod password_hasher;
pub mod recipient_rows;
pub mod recipients;
pub mod report_subscriptions;
pub mod sessions;
