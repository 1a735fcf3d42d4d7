//! Adds, edits, deletes, imports and generates prompts, and checks them before they are stored.

mod create;
mod delete;
mod edit;
mod generate;
pub mod import;
mod record_generation;
pub mod text_warnings;

pub use create::{add, create};
pub use delete::{delete, remove};
pub use edit::{edit, put};
pub use generate::{begin_generation, check_replaceable, start_generation};
pub use record_generation::{GenerationRecord, record_generation};
