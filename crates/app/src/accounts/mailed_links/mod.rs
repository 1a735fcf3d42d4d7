//! Uses the links that were emailed to people.

mod confirmed_address;
mod opened;
mod password_reset;

pub use confirmed_address::{Proven, confirm_address, prove_address, restore_address, undo_address};
pub use password_reset::{ByLink, finish_reset, mail_reset, request_reset, reset_password};
