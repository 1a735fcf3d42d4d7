//! Sign-in, sign-up, invitations, passwords and sessions.
//!
//! A token leaves this folder only in a response to the person who may use it.

mod factors;
mod invitations;
mod log_in;
mod mailed_links;
mod passkeys;
mod sessions;
mod sign_in_options;
mod started_session;

pub use factors::{
    FactorsView, Reauthenticated, Reauthentication, RecoveryCodesView, RememberedBrowserView, TotpConfirmation,
    TotpOffer, TotpView, confirm_totp, forget_remembered_browsers, reauthenticate, remove_totp, replace_recovery_codes,
    set_up_totp, show_second_factors,
};
pub use invitations::{InvitationToken, InvitationView, Inviter, accept_invitation, show_invitation};
pub use log_in::{
    Credentials, OneTimeEntry, SecondFactor, SignUpAsked, SignedUp, check_signup_is_open, give_second_factor,
    set_up_instance, sign_in, sign_in_with_one_time_token, sign_up,
};
pub use mailed_links::{
    AddressAsked, AddressProven, AddressRestored, Asked, MailedLink, ResetAsked, ResetRequest, request_email_change,
    request_password_reset, resend_verification_email, reset_password, undo_email_change, verify_email,
};
pub use passkeys::{
    AddedPasskey, CeremonyView, NewPasskey, PasskeyName, PasskeyPath, PasskeyView, PasskeyWanted, RemovedPasskey,
    add_passkey, begin_passkey, begin_passkey_proof, begin_passkey_sign_in, list_passkeys, remove_passkey,
    rename_passkey, sign_in_with_passkey,
};
pub use sessions::{
    Ended, EndedHere, EndedSession, LogInView, RevokedAccess, SessionPath, SessionView, change_password, end_session,
    list_sessions, list_sign_ins, revoke_access, sign_out,
};
pub use sign_in_options::{SignInOptions, show_sign_in_options};
pub(crate) use started_session::language_of;
pub use started_session::{Joined, LoggedIn, LoggedInOrganization, MailState, OpenSession, PendingEmail, UserView};
pub(super) use started_session::{answer_with, visit};
