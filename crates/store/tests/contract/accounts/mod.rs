//! What stores guarantee about accounts: their sessions and emails.

mod mails;
mod sessions;
mod under_way;
