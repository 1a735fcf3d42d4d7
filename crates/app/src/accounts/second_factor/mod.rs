//! Second factors: signing in with them, setting them up, and asking for a proof again.

mod answer;
mod begin;
pub(super) mod proof;
mod reauthenticate;
mod set_up;

pub use answer::answer_challenge;
pub use begin::begin_log_in;
pub(crate) use begin::{FirstStep, begin_log_in_by_provider, challenge, enough};
pub use reauthenticate::{NewProof, reauthenticate};
pub use set_up::{TotpOffer, confirm_totp, forget_browsers, offer_totp, remove_totp, replace_recovery_codes};
pub(super) use set_up::{end_factor, end_what_needed_no_factor};
