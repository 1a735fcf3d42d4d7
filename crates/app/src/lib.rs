//! What the product does, subject by subject: the use cases that HTTP, commands, tools and background work share, and the
//! ports to what they need. No HTTP, no SQL.

pub mod error;
pub mod instance;
pub mod keys;
pub mod ports;
pub mod present_fields;
pub mod prompts;
pub mod reports;
pub mod rules;
pub mod sites;
