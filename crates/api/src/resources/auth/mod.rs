//! Sign-in, sign-up, invitations, passwords and sessions.
//!
//! A password never leaves this folder but as an Argon2id hash, a token never but in the answer that shows it once.

mod accounts;
mod address;
pub(crate) mod cookies;
mod doors;
mod invitations;
mod log_in;
mod log_ins;
mod mail_limits;
mod one_time;
pub(crate) mod passwords;
mod reset;
mod sessions;
pub mod set_up_token;
mod started_session;

pub use accounts::{check_signup_is_open, set_up, sign_up};
pub use address::{AddressAsked, AddressProven, ask_for_address, ask_for_proof, prove_address, undo_address};
pub use doors::{Doors, show_doors};
pub use invitations::accept::accept_invitation;
pub use invitations::show::{InvitationToken, InvitationView, Inviter, show_invitation};
pub use log_in::{Credentials, log_in};
pub use log_ins::{LogInView, list_log_ins};
pub use one_time::{OneTimeEntry, enter_once};
pub use reset::{Asked, ResetAsked, ResetRequest, finish_reset, request_reset};
pub use sessions::{
    Ended, EndedHere, EndedSession, SessionPath, SessionView, change_password, end_session, list_sessions, log_out,
};
pub(crate) use started_session::language_of;
pub use started_session::{Joined, LoggedIn, LoggedInOrganization, MailState, OpenSession, PendingEmail, UserView};
