//! Alerts by email: what a person wants, and sending those that are due.
//!
//! What a person wants is their own matter and no action in an organization, so no audit log contains it.

mod choose;
mod send;

pub(crate) use self::choose::{put_choice, sites_seen};
pub use self::{
    choose::{chosen, end_all},
    send::send_due,
};
