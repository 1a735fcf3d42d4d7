//! Alerts: what a team is told about a site or an organization without asking.
//!
//! Each is an event of webhooks. What was told is not told again until it ended, and each says what to do next.

pub mod day_change;
pub mod schedule;
pub mod state;
