//! What stores guarantee of accounts: their sessions and mails.

mod mails;
mod sessions;
