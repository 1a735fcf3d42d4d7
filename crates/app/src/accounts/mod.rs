//! Creates accounts, signs in to them, and changes their passwords and email addresses.
//!
//! A password leaves this folder only as an Argon2id hash. At
//! sign-in and in requests for a reset link, neither the response nor its time reveals whether there is an account.

mod access;
mod address;
mod bounds;
pub mod by_operator;
mod ended_access;
pub mod failed_log_ins;
mod log_in;
mod mailed_links;
mod new_account;
mod noted_failure;
pub mod passkeys;
mod password;
mod second_factor;
mod sessions;
mod visit;
mod waiting_link;
mod ways_in;

pub use access::{RevokedAccess, end_other_access, revoke_access};
pub use address::{ask_for_address, ask_for_proof, mail_another_proof, mail_other_address};
pub(crate) use bounds::{Try, too_often};
pub use log_in::log_in;
pub(crate) use log_in::with_password_of;
pub use mailed_links::{
    ByLink, Proven, confirm_address, finish_reset, mail_reset, prove_address, request_reset, reset_password,
    restore_address, undo_address,
};
pub use new_account::{SignedUp, mail_sign_up, needs_setup, set_up, sign_up};
pub(crate) use new_account::{hashed, log_in_as};
pub use password::{change_password, replace_password};
pub(crate) use second_factor::{FirstStep, begin_log_in_by_provider, challenge, enough};
pub use second_factor::{
    NewProof, TotpOffer, answer_challenge, begin_log_in, confirm_totp, forget_browsers, offer_totp, reauthenticate,
    remove_totp, replace_recovery_codes,
};
pub(crate) use sessions::start;
pub use sessions::{
    OldPassword, StartedSession, end_session, enter_once, make_one_time_link, put_one_time_link, put_session,
    spend_one_time_link,
};
pub use visit::Visit;
pub(crate) use waiting_link::{WaitingLink, by_provider, insert_link};
pub(crate) use ways_in::{WayIn, has_another_way_in};
