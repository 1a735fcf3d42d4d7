//! Creates, changes, rotates and revokes API keys. A plaintext is only in the value that its creation returns, and is never
//! stored.

mod create;
mod expiring;
mod made_by;
mod revoke;
mod rotate;
mod update;

pub use create::{MadeKey, add, create};
pub use expiring::report_expiring;
pub use made_by::active_keys_made_by;
pub(crate) use made_by::named_in_entry;
pub use revoke::{revoke, revoke_chain, revoke_leaked};
pub use rotate::{replace, rotate};
pub use update::update;
