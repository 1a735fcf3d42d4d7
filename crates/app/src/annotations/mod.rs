//! Writes, changes and deletes annotations: dated notes on the charts of a site. Also writes those about outages.

mod change;
mod create;
mod delete;
mod entry;
mod outages;

pub use change::change;
pub use create::create;
pub use delete::delete;
pub use outages::{annotate_outage, correct_outage, give_sign};
