//! Ids, times, texts, and checks of input that several modules use.

#[macro_use]
pub mod words;

pub mod calendar;
pub mod clock;
pub mod edited_field;
pub mod glob;
pub mod hidden_characters;
pub mod ids;
pub mod language_tag;
pub(crate) mod lists;
pub(crate) mod overlap;
pub mod paging;
pub mod rfc3339;
pub mod steps;
pub mod uri_component;
pub mod violation;
