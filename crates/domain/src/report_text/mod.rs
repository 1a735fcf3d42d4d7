//! The words of reports that are sent, in each language: sentences, numbers and days.
//!
//! Emails and messages to channels say the same in the same words.

mod first_lines;
pub mod numbers;
mod sentences;
mod strangers;

pub use first_lines::{MAX_FIRST_NEWS, first_lines};
pub use sentences::Sentences;
pub use strangers::{named, quoted};
