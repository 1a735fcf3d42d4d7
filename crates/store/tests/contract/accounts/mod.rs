//! What stores guarantee about accounts: their sessions and emails.

mod mail_limits;
mod mails;
mod passkeys;
mod second_factors;
mod sessions;
mod under_way;
