//! The product's use cases by subject, and the ports that they use. HTTP, commands, tools and background work share
//! them. This crate contains no HTTP and no SQL.

pub mod accounts;
pub mod alert_mails;
pub mod alerts;
pub mod annotations;
pub mod canonical_links;
pub mod channels;
pub mod credits;
pub mod error;
pub mod identities;
mod identity_links;
pub mod instance;
pub mod keys;
pub mod left_programs;
pub mod logs;
pub mod mail_choices;
pub mod members;
pub mod monitors;
pub mod new_readings;
pub mod oauth;
pub mod organizations;
pub mod page_texts;
pub mod ports;
pub use askline_domain::present_fields;
pub mod prompts;
pub mod recipients;
pub mod report_channels;
pub mod report_mail;
pub mod reports;
pub mod rules;
pub mod service_accounts;
pub mod set_up_token;
pub mod shared_links;
pub mod shares;
pub mod sites;
pub mod unsubscribe;
pub mod webhooks;
