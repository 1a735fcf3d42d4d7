//! Askline's domain logic without I/O: no HTTP, no SQL, no files. The time comes only from a [`shared::clock::Clock`].

#[macro_use]
pub mod shared;

pub mod alert_mails;
pub mod alerts;
pub mod analytics;
pub mod annotations;
pub mod audit;
pub mod board;
pub mod channels;
pub mod citations;
pub mod colors;
pub mod engines;
pub mod events;
pub mod generation;
pub mod identity;
pub mod jobs;
pub mod keys;
pub mod logs;
pub mod mail;
pub mod monitors;
pub mod oauth;
pub mod organizations;
pub mod pages;
pub mod platforms;
pub mod present_fields;
pub mod prompts;
pub mod recipients;
pub mod report_text;
pub mod reports;
pub mod requests;
pub mod rules;
pub mod secret;
pub mod service_accounts;
pub mod services;
pub mod shared_links;
pub mod sites;
pub mod webhooks;
pub mod widget;
