//! Reads requests: headers, path, query and body, each once. Knows no resource.

pub mod accepted_encoding;
pub mod client_address;
pub mod cursor;
pub(crate) mod entity_tag;
pub mod estimate;
pub(crate) mod if_match;
pub mod input;
pub(crate) mod json_tree;
pub(crate) mod objects_only;
pub(crate) mod query_shape;
pub(crate) mod reading;
pub(crate) mod shape;
pub mod slow_body;
