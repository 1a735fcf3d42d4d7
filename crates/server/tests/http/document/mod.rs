//! The OpenAPI document: its examples, and its use by client generators.

pub(crate) mod examples;
mod figures;
pub(crate) mod the_document;
