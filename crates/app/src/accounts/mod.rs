//! Creates accounts, signs in to them, and changes their passwords and email addresses.
//!
//! A password leaves this folder only as an Argon2id hash. At
//! sign-in and in requests for a reset link, neither the response nor its time reveals whether there is an account.

mod access;
mod address;
mod bounds;
pub mod by_operator;
pub mod failed_log_ins;
pub(crate) mod hashing;
mod log_in;
mod new_account;
mod noted_failure;
pub mod passkeys;
mod password;
mod second_factor;
mod started_session;
mod visit;
mod waiting_link;
mod ways_in;

pub use access::{RevokedAccess, revoke_access};
pub use address::{Proven, ask_for_address, ask_for_proof, prove_address, undo_address};
pub(crate) use bounds::{Try, too_often};
pub(crate) use log_in::with_password_of;
pub use log_in::{enter_once, log_in};
pub use new_account::{SignedUp, needs_setup, set_up, sign_up};
pub(crate) use new_account::{hashed, log_in_as};
pub use password::{change_password, finish_reset, request_reset};
pub(crate) use second_factor::{FirstStep, begin_log_in_by_provider, challenge, enough};
pub use second_factor::{
    NewProof, TotpOffer, answer_challenge, begin_log_in, confirm_totp, forget_browsers, offer_totp, reauthenticate,
    remove_totp, replace_recovery_codes,
};
pub use started_session::StartedSession;
pub(crate) use started_session::start;
pub use visit::Visit;
pub(crate) use waiting_link::{WaitingLink, by_provider, insert_link};
pub(crate) use ways_in::{WayIn, has_another_way_in};
