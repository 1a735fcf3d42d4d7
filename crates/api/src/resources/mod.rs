//! The resources of `/api`, one file or folder each: their handlers, inputs and views.

pub mod analytics;
pub mod annotations;
pub mod apps;
pub mod audit;
pub mod auth;
pub mod citation_changes;
pub mod citations;
pub mod credits;
pub mod documents;
pub mod events;
pub mod identities;
pub mod jobs;
pub mod keys;
pub mod link_registry;
pub mod logs;
pub mod mail;
pub mod me;
pub mod members;
pub mod monitors;
pub mod organizations;
pub mod prompts;
pub mod requests;
pub mod rules;
pub mod service_accounts;
pub mod sites;
pub mod webhooks;
