//! Writes, changes and deletes annotations: dated notes on the charts of a site.

mod change;
mod create;
mod delete;
mod entry;

pub use change::change;
pub use create::create;
pub use delete::delete;
