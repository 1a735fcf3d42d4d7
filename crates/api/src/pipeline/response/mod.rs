//! Responses: the envelope, and files that are generated while they are sent. They are independent of any resource.

pub mod answer;
pub(crate) mod challenge_view;
pub(crate) mod envelope_body;
pub mod file_body;
pub(crate) mod location;
pub(crate) mod next_page;
pub mod reply;
