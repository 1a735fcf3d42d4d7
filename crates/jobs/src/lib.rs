//! Background jobs and requests to other servers.
//!
//! Every outgoing request goes through [`outgoing`], and every email through [`mail`]; nothing else here opens a
//! connection.

mod client_documents;
mod content_security_policy;
mod deliver_webhook;
pub mod engines;
pub mod generate;
pub mod identity_providers;
mod install_probe;
pub mod mail;
mod message_attempt;
pub mod outgoing;
pub mod page_reader;
mod robots_file;
mod run_monitor;
pub mod runner;
mod send_channel_message;

pub use client_documents::HttpClientDocuments;
pub use deliver_webhook::DeliverWebhook;
pub use install_probe::HttpInstallProbe;
pub use robots_file::read_robots_file;
pub use run_monitor::{MAX_ANSWER_TIME, RunMonitor};
pub use send_channel_message::SendChannelMessage;
