//! Log-in, sign-up, invitations, passwords and sessions.
//!
//! A password never leaves this folder but as an Argon2id hash, a token never but in the answer that shows it once.

mod accounts;
pub(crate) mod cookies;
mod doors;
pub(crate) mod hashing;
mod join;
mod log_in;
mod one_time;
mod password_tries;
mod sessions;
mod show_invitation;
mod started_session;

pub use accounts::{set_up, sign_up};
pub use doors::{Doors, show_doors};
pub use join::accept_invitation;
pub use log_in::{Credentials, log_in};
pub use one_time::{OneTimeEntry, enter_once};
pub use sessions::{
    Ended, EndedHere, EndedSession, SessionPath, SessionView, change_password, end_session, list_sessions, log_out,
};
pub use show_invitation::{InvitationToken, InvitationView, Inviter, show_invitation};
pub use started_session::{LoggedIn, LoggedInOrganization, UserView};
