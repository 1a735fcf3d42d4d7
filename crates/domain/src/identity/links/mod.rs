//! Links that let a person in: those in emails, and the operator's one-time links.

mod mailed_link;
mod one_time_link;
mod pending_sign_up;

pub use mailed_link::{MailedLink, PROOF_LASTS, RESET_LASTS, UNDO_LASTS};
pub use one_time_link::OneTimeToken;
pub use pending_sign_up::PendingSignUp;
