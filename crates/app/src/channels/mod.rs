//! Adds, changes, deletes and tests channels, and decides what is sent where.
//!
//! Records what became of messages. No audit entry contains an address.

mod change;
mod create;
mod delete;
mod entry;
mod record;
mod route;
mod test;
mod verdict;

pub use change::change;
pub use create::create;
pub use delete::delete;
pub use record::{MAX_TOLD_ADMINS, record};
pub use route::route;
pub use test::test;
pub use verdict::verdict;
