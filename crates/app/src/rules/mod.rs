//! Adds, replaces and orders prompt rules, and decides about proposed ones. A refused rule changes nothing.

mod checks;
mod create;
mod order;
pub mod proposals;
mod replace;

pub use checks::entry_about;
pub use create::create;
pub use order::order;
pub use replace::replace;
