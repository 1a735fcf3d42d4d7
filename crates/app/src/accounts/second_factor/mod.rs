//! Second factors: signing in with them, setting them up, and asking for a proof again.

mod answer;
mod begin;
pub(super) mod proof;
mod reauthenticate;
mod set_up;

pub use answer::answer_challenge;
pub use begin::begin_log_in;
pub(super) use begin::challenge;
pub use reauthenticate::{NewProof, reauthenticate};
pub(super) use set_up::end_factor;
pub use set_up::{TotpOffer, confirm_totp, forget_browsers, offer_totp, remove_totp, replace_recovery_codes};
