//! What stores guarantee about accounts: their identities, sessions and emails.

mod alert_mails;
pub mod changes;
mod identities;
mod mail_limits;
mod mails;
mod passkeys;
mod recipients;
mod report_subscriptions;
mod second_factors;
mod sessions;
mod under_way;
