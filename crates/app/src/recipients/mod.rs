//! Adds, changes, confirms and deletes recipients, and sends their reports.
//!
//! Only the owner of an address can confirm it, and nothing but its confirmation is sent to it before.

mod change;
mod confirm;
mod create;
mod delete;
mod entry;
mod send;
mod subscriptions;
mod unsubscribe;

pub use change::change;
pub use confirm::{Confirmed, confirm};
pub use create::{Asking, ask_again, create};
pub use delete::delete;
pub use entry::Stores;
pub use send::send_due;
pub use unsubscribe::unsubscribe;
