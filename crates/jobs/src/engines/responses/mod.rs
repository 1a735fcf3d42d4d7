//! Reads responses of engines: the text, its sources, and the body to store.

pub(super) mod error_inside;
pub(super) mod evidence;
pub(super) mod json;
pub(super) mod kept_body;
pub(super) mod reading;
pub(super) mod redirects;
pub(super) mod responses_output;
pub(super) mod sources;
