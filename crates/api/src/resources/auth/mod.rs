//! Sign-in, sign-up, invitations, passwords and sessions.
//!
//! A token leaves this folder only in a response to the person who may use it.

pub(crate) mod cookies;
mod doors;
mod invitations;
mod log_in;
mod mailed_links;
mod sessions;
mod started_session;

pub use doors::{Doors, show_doors};
pub use invitations::{InvitationToken, InvitationView, Inviter, accept_invitation, show_invitation};
pub use log_in::{Credentials, OneTimeEntry, check_signup_is_open, enter_once, log_in, set_up, sign_up};
pub use mailed_links::{
    AddressAsked, AddressProven, Asked, ResetAsked, ResetRequest, ask_for_address, ask_for_proof, finish_reset,
    prove_address, request_reset, undo_address,
};
pub use sessions::{
    Ended, EndedHere, EndedSession, LogInView, SessionPath, SessionView, change_password, end_session, list_log_ins,
    list_sessions, log_out,
};
pub(crate) use started_session::language_of;
pub use started_session::{Joined, LoggedIn, LoggedInOrganization, MailState, OpenSession, PendingEmail, UserView};
