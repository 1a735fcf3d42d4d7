//! The OpenAPI document: its examples, and its use by client generators.

pub(crate) mod examples;
pub(crate) mod the_document;
