//! Opaque tokens of 256 random bits: sessions, invitations, known browsers, the operator's one-time addresses, and the
//! set-up token.

use rand::Rng;

use crate::secret::Secret;

/// What every session token starts with.
pub const SESSION_PREFIX: &str = "st_";
/// What the one-time set-up token starts with.
pub const SETUP_PREFIX: &str = "setup_";
/// What every token of an invitation starts with.
pub const INVITATION_PREFIX: &str = "inv_";
/// What every token of a one-time address starts with.
pub const ONE_TIME_PREFIX: &str = "once_";
/// What every token by which a browser is known starts with.
pub const BROWSER_PREFIX: &str = "br_";
/// What every token of a one-time address that takes nothing away starts with.
pub const VISIT_PREFIX: &str = "visit_";
/// What every token of a mailed link that sets a new password starts with.
pub const RESET_PREFIX: &str = "reset_";
/// What every token of a mailed link that proves an address starts with.
pub const PROOF_PREFIX: &str = "proof_";
/// What every token of a mailed link that undoes a change of address starts with.
pub const UNDO_PREFIX: &str = "undo_";
const TOKEN_BYTES: usize = 32;

/// What a one-time link is for. Its token begins with it, so that the person who has the link knows what a click does, and
/// its digest covers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OneTimeUse {
    /// Someone cannot log in: the old password and every session end.
    NewPassword,
    /// Someone is let in, and nothing else changes.
    Visit,
}

impl OneTimeUse {
    /// What a token is for; one of unknown form is what is older.
    pub fn of(token: &str) -> Self {
        if token.starts_with(VISIT_PREFIX) { Self::Visit } else { Self::NewPassword }
    }
}

/// A new session token: `st_` and 64 hexadecimal digits.
pub fn new_session_token(random: &mut impl Rng) -> Secret {
    new_token(SESSION_PREFIX, random)
}

/// A new set-up token: `setup_` and 64 hexadecimal digits.
pub fn new_setup_token(random: &mut impl Rng) -> Secret {
    new_token(SETUP_PREFIX, random)
}

/// A new token of an invitation: `inv_` and 64 hexadecimal digits.
pub fn new_invitation_token(random: &mut impl Rng) -> Secret {
    new_token(INVITATION_PREFIX, random)
}

/// A new token of a one-time address: `once_` and 64 hexadecimal digits.
pub fn new_one_time_token(random: &mut impl Rng) -> Secret {
    new_token(ONE_TIME_PREFIX, random)
}

/// A new token of a one-time address that takes nothing away: `visit_` and 64 hexadecimal digits.
pub fn new_visit_token(random: &mut impl Rng) -> Secret {
    new_token(VISIT_PREFIX, random)
}

/// A new token by which a browser is known: `br_` and 64 hexadecimal digits.
pub fn new_browser_token(random: &mut impl Rng) -> Secret {
    new_token(BROWSER_PREFIX, random)
}

/// A new token of a mailed link that sets a new password: `reset_` and 64 hexadecimal digits.
pub fn new_reset_token(random: &mut impl Rng) -> Secret {
    new_token(RESET_PREFIX, random)
}

/// A new token of a mailed link that proves an address: `proof_` and 64 hexadecimal digits.
pub fn new_proof_token(random: &mut impl Rng) -> Secret {
    new_token(PROOF_PREFIX, random)
}

/// A new token of a mailed link that undoes a change of address: `undo_` and 64 hexadecimal digits.
pub fn new_undo_token(random: &mut impl Rng) -> Secret {
    new_token(UNDO_PREFIX, random)
}

/// Whether `text` has the form of a session token; anything else needs no look-up.
pub fn is_session_token(text: &str) -> bool {
    is_token(SESSION_PREFIX, text)
}

/// Whether `text` has the form of a token by which a browser is known.
pub fn is_browser_token(text: &str) -> bool {
    is_token(BROWSER_PREFIX, text)
}

fn is_token(prefix: &str, text: &str) -> bool {
    text.strip_prefix(prefix).is_some_and(|digits| {
        digits.len() == 2 * TOKEN_BYTES && digits.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
    })
}

fn new_token(prefix: &str, random: &mut impl Rng) -> Secret {
    let mut bytes = [0_u8; TOKEN_BYTES];
    random.fill_bytes(&mut bytes);
    Secret::new(format!("{prefix}{}", hex::encode(bytes)))
}
