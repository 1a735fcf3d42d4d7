//! Alerts by email to members.

pub mod due;
pub mod kind;
pub mod pending;
pub mod quiet_hours;
pub mod settings;
pub mod told;
