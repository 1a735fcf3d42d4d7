//! The OpenAPI document: its examples, and what client generators make of it.

pub(crate) mod examples;
pub(crate) mod the_document;
