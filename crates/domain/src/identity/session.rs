//! Sign-in sessions, and when they end.

use jiff::{SignedDuration, Timestamp};

use crate::{
    identity::{
        second_factor::assurance::{Assurance, PROOF_FRESH_FOR},
        secret::SecretDigest,
    },
    shared::ids::{LinkedIdentityId, SessionId, UserId},
};

/// How long a session lasts without use.
pub const SESSION_IDLE: SignedDuration = SignedDuration::from_hours(7 * 24);
/// The maximum duration of a session.
pub const SESSION_LASTS: SignedDuration = SignedDuration::from_hours(30 * 24);
/// The maximum number of sessions of an account at the same time: a new one ends the oldest.
pub const MAX_SESSIONS: u32 = 100;
/// The maximum number of sign-ins that are remembered for an account: the latest ones.
pub const MAX_LOG_INS: u32 = 50;
/// How long a sign-in is remembered.
pub const LOG_IN_KEPT: SignedDuration = SignedDuration::from_hours(90 * 24);

/// A sign-in session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Its id.
    pub id: SessionId,
    /// The user.
    pub user_id: UserId,
    /// SHA-256 of the token.
    pub digest: SecretDigest,
    /// When the user signed in.
    pub created_at: Timestamp,
    /// When it was last used, as of the last flush.
    pub last_used_at: Timestamp,
    /// The browser or program that signed in.
    pub user_agent: String,
    /// What proved who the user is.
    pub assurance: Assurance,
    /// When the user last gave a proof.
    pub proved_at: Timestamp,
    /// The provider's identity that began it, and when it ends at the latest; `None` if no provider began it.
    pub began_with: Option<BegunByProvider>,
}

/// What a session that a provider began keeps of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BegunByProvider {
    /// The identity that signed in. When it is unlinked, the session ends.
    pub identity: LinkedIdentityId,
    /// When the session ends at the latest.
    pub ends_at: Timestamp,
}

/// A sign-in of an account, whether or not its session has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogIn {
    /// The id of the session that it started.
    pub id: SessionId,
    /// When the user signed in.
    pub at: Timestamp,
    /// The browser or program that signed in.
    pub user_agent: String,
    /// Whether its session is still open.
    pub is_open: bool,
}

impl Session {
    /// When it ends if it is not used again.
    pub fn expires_at(&self) -> Timestamp {
        let latest = self.began_with.map_or(Timestamp::MAX, |begun| begun.ends_at);
        (self.last_used_at + SESSION_IDLE).min(self.created_at + SESSION_LASTS).min(latest)
    }

    /// Whether a proof was given within the last minutes. The clock of the server that took it may be ahead, but a time far in
    /// the future is no proof: the clock was set back.
    pub fn has_fresh_proof(&self, now: Timestamp) -> bool {
        now.duration_since(self.proved_at).abs() < PROOF_FRESH_FOR
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A session that just started.
    fn session() -> Session {
        let at: Timestamp = "2026-01-01T00:00:00Z".parse().expect("a timestamp");
        Session {
            id: crate::shared::ids::Id::from_bits(1),
            user_id: crate::shared::ids::Id::from_bits(2),
            digest: SecretDigest::of("x"),
            created_at: at,
            last_used_at: at,
            user_agent: String::new(),
            assurance: Assurance::default(),
            proved_at: at,
            began_with: None,
        }
    }

    #[test]
    fn a_session_ends_after_seven_idle_days_and_after_thirty_in_any_case() {
        let mut session = session();
        let at = session.created_at;
        assert_eq!(session.expires_at(), at + SESSION_IDLE);
        session.last_used_at = at + SignedDuration::from_hours(29 * 24);
        assert_eq!(session.expires_at(), at + SESSION_LASTS);
        let ends_at = at + SignedDuration::from_hours(12);
        session.began_with = Some(BegunByProvider { identity: crate::shared::ids::Id::from_bits(3), ends_at });
        assert_eq!(session.expires_at(), ends_at);
    }

    #[test]
    fn a_proof_is_fresh_for_a_quarter_of_an_hour_and_not_far_in_the_future() {
        let session = session();
        let at = session.created_at;
        assert!(session.has_fresh_proof(at));
        assert!(session.has_fresh_proof(at + PROOF_FRESH_FOR - SignedDuration::from_millis(1)));
        assert!(!session.has_fresh_proof(at + PROOF_FRESH_FOR));
        assert!(session.has_fresh_proof(at - SignedDuration::from_secs(1)));
        assert!(!session.has_fresh_proof(at - PROOF_FRESH_FOR));
    }
}
