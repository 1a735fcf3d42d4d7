//! API keys: making and replacing them. A plaintext is in the one value that makes it, and is kept nowhere.

mod create;
mod rotate;

pub use create::{MadeKey, create};
pub use rotate::rotate;
