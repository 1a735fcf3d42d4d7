//! Creates, changes and deletes service accounts, and gives them tokens. A plaintext is only in the value that its
//! creation returns, and is never stored.

mod create;
mod end;
mod in_entry;
mod of_organization;
mod token;
mod update;

pub use create::create;
pub use end::{Ended, end};
pub(crate) use in_entry::named_in_entry;
pub use token::{MadeToken, give_token};
pub use update::update;
