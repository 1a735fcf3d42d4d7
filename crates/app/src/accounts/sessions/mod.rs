//! Starts and ends sessions.

mod ended_session;
mod one_time_link;
mod started_session;

pub use ended_session::end_session;
pub(super) use one_time_link::use_link;
pub use one_time_link::{OldPassword, enter_once, make_one_time_link, put_one_time_link, spend_one_time_link};
pub(crate) use started_session::start;
pub use started_session::{StartedSession, put_session};
pub(super) use started_session::{entries, new_session, remember};
