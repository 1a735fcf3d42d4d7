//! Emails to people, in their language, through the operator's mail server.
//!
//! The operator chose the address of the server, so the guard on outgoing requests does not apply to it.

mod alerts;
mod english;
mod german;
mod letter;
mod message;
mod preview;
mod report;
mod send_mail;
mod smtp;
mod words;

pub use message::{Sender, SenderError};
pub use preview::{Preview, every_mail, previews};
pub use send_mail::SendMail;
pub use smtp::{Dialogue, Security, SmtpAddress, SmtpServer, UnusableServer};
