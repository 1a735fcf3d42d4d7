//! Commands that describe the program itself. They need no data and no settings.

pub(super) mod assistants;
pub(super) mod completions;
pub(super) mod man;
pub(super) mod openapi;
pub(super) mod routes;
