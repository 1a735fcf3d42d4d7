//! Second factors: what proves a person beside the password, and its limits.

use jiff::SignedDuration;

pub mod assurance;
pub mod challenge;
pub mod given;
pub mod recovery_code;
pub mod sign_in_rules;
pub mod totp;

/// How long an authenticator app can be set up with the secret that was shown for it.
pub const TOTP_SET_UP_LASTS: SignedDuration = SignedDuration::from_mins(15);
/// The maximum number of wrong codes of one challenge: then the person signs in again.
pub const MAX_CODES_OF_CHALLENGE: u32 = 5;
/// The number of wrong codes in a row after which the person is emailed, and codes of the app are refused until the password
/// is changed.
pub const MAX_WRONG_CODES_IN_A_ROW: u32 = 20;
