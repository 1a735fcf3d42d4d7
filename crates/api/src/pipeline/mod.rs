//! The stages of every request of `/api`: authentication, rate limit, permission, response.

mod answer;
pub mod app;
pub mod call;
pub mod caller;
pub mod error;
pub mod guard;
pub(crate) mod handling;
pub(crate) mod idempotency;
pub(crate) mod public_origin;
pub mod request;
pub(crate) mod request_log;
pub mod response;
pub mod route_table;
pub mod tenant;
pub mod unavailable;
pub mod unreadable;
mod use_case_error;
pub mod work_pools;
