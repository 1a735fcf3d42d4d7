//! How connectors ask: the connection, the instructions, and why a response contains no answer.

pub(super) mod connection;
pub(super) mod fault;
pub(super) mod instructions;
pub(super) mod one_request;
pub(super) mod retry_after;
