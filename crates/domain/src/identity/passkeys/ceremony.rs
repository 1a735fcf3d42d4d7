//! Ceremonies: a challenge that a passkey answers once, within minutes, for one purpose.
//!
//! A ceremony is not stored: the caller gets it encrypted and sends it back, so that callers without an account fill no table. Only
//! its digest is stored, when it is used.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{identity::secret::SecretDigest, shared::ids::SessionId};

/// How long a challenge can be answered.
pub const CEREMONY_LASTS: SignedDuration = SignedDuration::from_mins(5);

/// What the answer to a challenge is for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Purpose {
    /// Adding a passkey in this session.
    Registration(SessionId),
    /// Signing in with a passkey alone.
    SignIn,
    /// The second step that belongs to this text: the id of a challenge, or the token of a link.
    SecondStep(String),
    /// Proving again who is in this session.
    Proof(SessionId),
}

/// A challenge, as it is encrypted for the caller.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ceremony {
    /// What it is for.
    pub purpose: Purpose,
    /// What the answer is checked with.
    pub state: String,
    /// When it expires, in milliseconds.
    expires_ms: i64,
}

/// Without the state, which contains the challenge.
impl std::fmt::Debug for Ceremony {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ceremony").field("purpose", &self.purpose).finish_non_exhaustive()
    }
}

impl Purpose {
    /// The second step that belongs to the id of a challenge or the token of a link. Neither is part of the ceremony.
    pub fn second_step(text: &str) -> Self {
        Self::SecondStep(hex::encode(SecretDigest::of(text.trim()).0))
    }
}

impl Ceremony {
    /// A ceremony that begins at `at`.
    pub fn new(purpose: Purpose, state: String, at: Timestamp) -> Self {
        Self { purpose, state, expires_ms: (at + CEREMONY_LASTS).as_millisecond() }
    }

    /// Whether its answer counts for this purpose at `now`. One that began in the future does not: the clock was set back.
    pub fn is_for(&self, purpose: &Purpose, now: Timestamp) -> bool {
        let left = self.expires_ms - now.as_millisecond();
        self.purpose == *purpose && left > 0 && i128::from(left) <= CEREMONY_LASTS.as_millis()
    }

    /// When it expires.
    pub fn expires_at(&self) -> Timestamp {
        Timestamp::from_millisecond(self.expires_ms).unwrap_or(Timestamp::MIN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::ids::Id as _;

    #[test]
    fn a_ceremony_counts_for_its_own_purpose_within_five_minutes() {
        let [one, other] = [1, 2].map(SessionId::from_bits);
        let purposes = [
            Purpose::Registration(one),
            Purpose::Registration(other),
            Purpose::Proof(one),
            Purpose::Proof(other),
            Purpose::SignIn,
            Purpose::second_step("ch_1"),
            Purpose::second_step("ch_2"),
        ];
        let begin: Timestamp = "2026-06-15T12:00:00Z".parse().expect("a time");
        let after = |seconds| begin + SignedDuration::from_secs(seconds);
        for purpose in &purposes {
            let ceremony = Ceremony::new(purpose.clone(), "{}".into(), begin);
            for asked in &purposes {
                assert_eq!(ceremony.is_for(asked, begin), asked == purpose, "{purpose:?} {asked:?}");
            }
            for (seconds, counts) in [(-1, false), (0, true), (299, true), (300, false), (9_000, false)] {
                assert_eq!(ceremony.is_for(purpose, after(seconds)), counts, "{seconds}");
            }
        }
    }

    #[test]
    fn a_ceremony_contains_no_token_of_its_second_step() {
        let ceremony = Ceremony::new(Purpose::second_step("rt_secret"), "{}".into(), Timestamp::UNIX_EPOCH);
        let json = serde_json::to_string(&ceremony).expect("JSON");
        assert!(!json.contains("rt_secret"));
        assert_eq!(serde_json::from_str::<Ceremony>(&json).expect("a ceremony"), ceremony);
    }
}
