//! Alerts by email to members: which a person wants, when one is sent, and what it says.

pub mod due;
pub mod kind;
pub mod pending;
pub mod quiet_hours;
pub mod settings;
pub mod told;
