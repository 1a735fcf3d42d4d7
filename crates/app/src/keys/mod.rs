//! API keys: making, replacing and revoking them. A plaintext is in the one value that makes it, and is kept nowhere.

mod create;
mod revoke;
mod rotate;

pub use create::{MadeKey, create};
pub use revoke::{revoke, revoke_leaked};
pub use rotate::rotate;
