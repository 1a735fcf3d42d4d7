//! The OpenAPI document: its examples, and what generators of clients make of it.

pub(crate) mod examples;
pub(crate) mod the_document;
