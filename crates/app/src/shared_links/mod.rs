//! Creates, changes, deletes and opens shared links.
//!
//! A plaintext token is only in the value that its creation returns.

mod brand;
mod change;
mod create;
mod delete;
mod entry;
mod open;
mod password;

pub use brand::brand;
pub use change::change;
pub use create::{MadeSharedLink, create};
pub use delete::delete;
pub use open::{OpenedLink, open};
pub use password::{checked, new_hash};
