//! Opaque tokens of 256 random bits. They are for sessions, invitations, known browsers, emailed links, the operator's
//! one-time links, the setup and connected apps.

use jiff::SignedDuration;
use rand::Rng;

use crate::identity::secret::Secret;

/// The prefix of session tokens.
pub const SESSION_PREFIX: &str = "st_";
/// The prefix of the setup token.
pub const SETUP_PREFIX: &str = "setup_";
/// The prefix of invitation tokens.
pub const INVITATION_PREFIX: &str = "inv_";
/// The prefix of tokens of one-time links that end the old password.
pub const ONE_TIME_PREFIX: &str = "once_";
/// The prefix of tokens of known browsers.
pub const BROWSER_PREFIX: &str = "br_";
/// The prefix of tokens of one-time links that only sign in.
pub const VISIT_PREFIX: &str = "visit_";
/// The prefix of tokens in emailed links that set a new password.
pub const RESET_PREFIX: &str = "reset_";
/// The prefix of tokens in emailed links that confirm an address.
pub const PROOF_PREFIX: &str = "proof_";
/// The prefix of tokens in emailed links that create the account of a person who signed up.
pub const SIGN_UP_PREFIX: &str = "signup_";
/// The prefix of tokens in emailed links that undo a change of address.
pub const UNDO_PREFIX: &str = "undo_";
/// The prefix of tokens in emailed links that confirm a recipient of reports.
pub const RECIPIENT_PREFIX: &str = "recipient_";
/// The prefix of the ids of challenges for the second factor.
pub const CHALLENGE_PREFIX: &str = "ch_";
/// The prefix of access tokens of connected apps.
pub const ACCESS_PREFIX: &str = "at_";
/// The prefix of refresh tokens of connected apps.
pub const REFRESH_PREFIX: &str = "rt_";
/// The prefix of authorization codes.
pub const CODE_PREFIX: &str = "ac_";
/// The prefix of the ids of registered clients.
pub const CLIENT_PREFIX: &str = "oc_";
/// The prefix of tokens that bind a sign-in at a provider to a browser.
pub const FLOW_PREFIX: &str = "flow_";
/// The prefix of tokens of sessions that a shared link begins.
pub const LINK_SESSION_PREFIX: &str = "ls_";
/// How long an operator's one-time link is valid.
pub const ONE_TIME_LASTS: SignedDuration = SignedDuration::from_mins(15);
const TOKEN_BYTES: usize = 32;

/// The purpose of a token in an email.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenPurpose {
    /// Sets a new password.
    Reset,
    /// Confirms an address: the account's current one, or the requested one.
    Proof,
    /// Restores the account's former address.
    Undo,
    /// Confirms the address of a person who signed up, and creates the account.
    SignUp,
}

words! {
    TokenPurpose, "a purpose of a token":
    Reset = "reset",
    Proof = "proof",
    Undo = "undo",
    SignUp = "sign_up",
}

/// The purpose of a one-time link. It determines the prefix of the link's token, so that the person who has the link
/// knows what a click does; the token's digest covers the prefix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OneTimeUse {
    /// For a person who cannot sign in: it ends the old password and every session.
    NewPassword,
    /// It signs the person in, and changes nothing else.
    Visit,
}

words! {
    OneTimeUse, "a purpose of a one-time link":
    NewPassword = "new_password",
    Visit = "visit",
}

impl OneTimeUse {
    /// The purpose of a token. A token without a known prefix has the older purpose, a new password.
    pub fn of(token: &str) -> Self {
        if token.starts_with(VISIT_PREFIX) { Self::Visit } else { Self::NewPassword }
    }
}

/// A new session token: `st_` and 64 hexadecimal digits.
pub fn new_session_token(random: &mut impl Rng) -> Secret {
    new_token(SESSION_PREFIX, random)
}

/// A new setup token: `setup_` and 64 hexadecimal digits.
pub fn new_setup_token(random: &mut impl Rng) -> Secret {
    new_token(SETUP_PREFIX, random)
}

/// A new invitation token: `inv_` and 64 hexadecimal digits.
pub fn new_invitation_token(random: &mut impl Rng) -> Secret {
    new_token(INVITATION_PREFIX, random)
}

/// A new token of a one-time link that ends the old password: `once_` and 64 hexadecimal digits.
pub fn new_one_time_token(random: &mut impl Rng) -> Secret {
    new_token(ONE_TIME_PREFIX, random)
}

/// A new token of a one-time link that only signs in: `visit_` and 64 hexadecimal digits.
pub fn new_visit_token(random: &mut impl Rng) -> Secret {
    new_token(VISIT_PREFIX, random)
}

/// A new token of a known browser: `br_` and 64 hexadecimal digits.
pub fn new_browser_token(random: &mut impl Rng) -> Secret {
    new_token(BROWSER_PREFIX, random)
}

/// A new token of an emailed link that sets a new password: `reset_` and 64 hexadecimal digits.
pub fn new_reset_token(random: &mut impl Rng) -> Secret {
    new_token(RESET_PREFIX, random)
}

/// A new token of an emailed link that confirms an address: `proof_` and 64 hexadecimal digits.
pub fn new_proof_token(random: &mut impl Rng) -> Secret {
    new_token(PROOF_PREFIX, random)
}

/// A new token of an emailed link that creates the account of a person who signed up: `signup_` and 64 hexadecimal
/// digits.
pub fn new_sign_up_token(random: &mut impl Rng) -> Secret {
    new_token(SIGN_UP_PREFIX, random)
}

/// A new token of an emailed link that confirms a recipient of reports: `recipient_` and 64 hexadecimal digits.
pub fn new_recipient_token(random: &mut impl Rng) -> Secret {
    new_token(RECIPIENT_PREFIX, random)
}

/// A new token of an emailed link that undoes a change of address: `undo_` and 64 hexadecimal digits.
pub fn new_undo_token(random: &mut impl Rng) -> Secret {
    new_token(UNDO_PREFIX, random)
}

/// A new id of a challenge for the second factor: `ch_` and 64 hexadecimal digits.
pub fn new_challenge_id(random: &mut impl Rng) -> Secret {
    new_token(CHALLENGE_PREFIX, random)
}

/// A new access token of a connected app: `at_` and 64 hexadecimal digits.
pub fn new_access_token(random: &mut impl Rng) -> Secret {
    new_token(ACCESS_PREFIX, random)
}

/// A new refresh token of a connected app: `rt_` and 64 hexadecimal digits. Only the first one is random:
/// [`next_refresh_token`] makes the others.
pub fn new_refresh_token(random: &mut impl Rng) -> Secret {
    new_token(REFRESH_PREFIX, random)
}

/// The refresh token that replaces another one, from a keyed digest of that one.
pub fn next_refresh_token(keyed_digest: [u8; TOKEN_BYTES]) -> Secret {
    Secret::new(format!("{REFRESH_PREFIX}{}", hex::encode(keyed_digest)))
}

/// A new authorization code: `ac_` and 64 hexadecimal digits.
pub fn new_authorization_code(random: &mut impl Rng) -> Secret {
    new_token(CODE_PREFIX, random)
}

/// A new id of a registered client, which is public: `oc_` and 64 hexadecimal digits.
pub fn new_client_id(random: &mut impl Rng) -> String {
    new_token(CLIENT_PREFIX, random).expose().to_owned()
}

/// A new token that binds a sign-in at a provider to a browser: `flow_` and 64 hexadecimal digits.
pub fn new_flow_token(random: &mut impl Rng) -> Secret {
    new_token(FLOW_PREFIX, random)
}

/// Whether `text` has the form of a token that binds a sign-in at a provider to a browser.
pub fn is_flow_token(text: &str) -> bool {
    is_token(FLOW_PREFIX, text)
}

/// A new token of a session that a shared link begins: `ls_` and 64 hexadecimal digits.
pub fn new_link_session_token(random: &mut impl Rng) -> Secret {
    new_token(LINK_SESSION_PREFIX, random)
}

/// Whether `text` has the form of a token of a shared link's session.
pub fn is_link_session_token(text: &str) -> bool {
    is_token(LINK_SESSION_PREFIX, text)
}

/// Whether `text` has the form of an access token; anything else needs no lookup.
pub fn is_access_token(text: &str) -> bool {
    is_token(ACCESS_PREFIX, text)
}

/// Whether `text` has the form of a refresh token.
pub fn is_refresh_token(text: &str) -> bool {
    is_token(REFRESH_PREFIX, text)
}

/// Whether `text` has the form of a session token; anything else needs no lookup.
pub fn is_session_token(text: &str) -> bool {
    is_token(SESSION_PREFIX, text)
}

/// Whether `text` has the form of a known browser's token.
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
