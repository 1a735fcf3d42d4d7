//! Prompts: adding, editing and importing them, and what is checked before they are stored.

mod create;
mod edit;
pub mod import;
pub mod policy_check;
pub mod text_warnings;

pub use create::create;
pub use edit::edit;
