//! Alerts by email: what a person wants, and sending those that are due.
//!
//! What a person wants is their own matter and no action in an organization, so no audit log contains it.

mod choose;
mod send;

pub use self::{
    choose::{choose, chosen, end_all},
    send::send_due,
};
