//! Commands that describe the program itself. They need no data and no settings.

pub(super) mod assistants;
mod classify;
pub(super) mod completions;
pub(super) mod examples;
pub(super) mod man;
pub(super) mod openapi;
pub(super) mod routes;
pub(super) mod settings;
