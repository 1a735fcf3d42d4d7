//! Adds, replaces, deletes and orders prompt rules, and decides about proposed ones. A refused rule changes nothing.

mod checks;
mod create;
mod delete;
mod order;
pub mod proposals;
mod replace;

pub use create::{add, create};
pub use delete::{delete, remove};
pub use order::{order, put_order};
pub use replace::{put, replace};
