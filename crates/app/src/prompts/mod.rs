//! Adds, edits, imports and generates prompts, and checks them before they are stored.

mod create;
mod edit;
mod generate;
pub mod import;
pub mod policy_check;
pub mod text_warnings;

pub use create::create;
pub use edit::edit;
pub use generate::{check_replaceable, start_generation};
