//! Creates, rotates and revokes API keys. A plaintext is only in the value that its creation returns, and is never
//! stored.

mod create;
mod revoke;
mod rotate;

pub use create::{MadeKey, create};
pub use revoke::{revoke, revoke_leaked};
pub use rotate::rotate;
