//! Sign-ins that wait for the second factor.

use jiff::{SignedDuration, Timestamp};

use crate::{
    identity::{
        grounds::CredentialsGround,
        second_factor::assurance::{Assurance, FactorKind, FactorSet},
        secret::{Secret, SecretDigest},
        session::BegunByProvider,
        token::OneTimeUse,
    },
    shared::ids::UserId,
};

/// How long a challenge can be answered.
pub const CHALLENGE_LASTS: SignedDuration = SignedDuration::from_mins(5);
/// The maximum length of the text that names a challenge, in characters.
pub const MAX_CHALLENGE_CHARACTERS: usize = 200;
/// The maximum number of open challenges of an account: a new one ends the oldest.
pub const MAX_CHALLENGES: u32 = 20;
/// How long a browser is remembered in which the second factor was given.
pub const BROWSER_REMEMBERED_FOR: SignedDuration = SignedDuration::from_hours(30 * 24);

/// A sign-in whose first proof was given. Only the digest of its id is stored: the id is all that the second step needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Challenge {
    /// SHA-256 of its id.
    pub digest: SecretDigest,
    /// The account, and its credentials when the first proof was checked.
    pub ground: CredentialsGround,
    /// What was proven.
    pub assurance: Assurance,
    /// The operator's one-time link that was the first proof. It is used up with the second one.
    pub one_time_link: Option<(SecretDigest, OneTimeUse)>,
    /// The identity of a provider that was the first proof, or that waits to be linked.
    pub identity: Option<ChallengedIdentity>,
    /// How many codes were wrong.
    pub wrong_codes: u32,
    /// When it expires.
    pub expires_at: Timestamp,
}

/// The identity of a sign-in through a provider that waits for the second factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChallengedIdentity {
    /// It is linked to the account, and begins the session.
    Linked(BegunByProvider),
    /// It is linked with the second factor: what was proven is kept under this digest of the browser's token.
    Waiting {
        /// The digest.
        flow: SecretDigest,
        /// When the session ends at the latest.
        ends_at: Timestamp,
    },
}

impl Challenge {
    /// The account.
    pub const fn user(&self) -> UserId {
        self.ground.user
    }
}

/// What a caller needs to give the second factor.
#[derive(Debug, Clone)]
pub struct SecondStep {
    /// The id of the challenge, to be sent with the second factor; `None` where the request itself is sent again with it.
    pub challenge: Option<Secret>,
    /// The ways to give it.
    pub methods: Vec<ChallengeMethod>,
    /// Whether the browser may be remembered, so that it does not ask again for a while.
    pub may_remember: bool,
    /// When the challenge expires; `None` without one.
    pub expires_at: Option<Timestamp>,
}

/// A way to answer a challenge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChallengeMethod {
    /// A code of the authenticator app.
    Totp,
    /// A recovery code.
    RecoveryCode,
    /// A passkey.
    Passkey,
}

words! {
    ChallengeMethod, "a way to give the second factor":
    Totp = "totp",
    RecoveryCode = "recoveryCode",
    Passkey = "passkey",
}

impl ChallengeMethod {
    /// The ways of an account with these factors.
    pub fn of(factors: FactorSet) -> Vec<Self> {
        let of_kind = [(FactorKind::Passkey, Self::Passkey), (FactorKind::Totp, Self::Totp)];
        let mut methods: Vec<Self> =
            of_kind.into_iter().filter(|(kind, _)| factors.contains(*kind)).map(|(_, method)| method).collect();
        if !factors.is_empty() {
            methods.push(Self::RecoveryCode);
        }
        methods
    }
}
