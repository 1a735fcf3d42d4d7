//! Linked identities, and sign-ins that are under way at a provider.

use jiff::{SignedDuration, Timestamp};

use crate::{
    identity::{
        grounds::SessionGround,
        secret::{Secret, SecretDigest},
    },
    shared::ids::{LinkedIdentityId, UserId},
};

/// How long a sign-in at a provider may take.
pub const FLOW_LASTS: SignedDuration = SignedDuration::from_mins(10);
/// The maximum number of sign-ins that are under way at once. Beyond it the oldest ones end.
pub const MAX_FLOWS: u32 = 20_000;
/// The maximum number of sign-ins that are under way for one session. A new one ends the oldest.
pub const MAX_FLOWS_OF_SESSION: u32 = 20;
/// The maximum number of identities that are linked to an account.
pub const MAX_IDENTITIES: u32 = 20;
/// The maximum duration of a session that a provider began: longer than a working day, and short enough that a person who left
/// the provider loses access.
pub const PROVIDER_SESSION_LASTS: SignedDuration = SignedDuration::from_hours(12);

/// An identity that signs in to an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkedIdentity {
    /// Its id.
    pub id: LinkedIdentityId,
    /// The account.
    pub user_id: UserId,
    /// The provider's name in the settings when it was last used.
    pub provider: String,
    /// The issuer.
    pub issuer: String,
    /// The person's id there.
    pub subject: String,
    /// The address that the provider named at the last sign-in; empty if it named none. Decides nothing.
    pub email: String,
    /// When it was linked.
    pub created_at: Timestamp,
    /// When it last signed in.
    pub last_used_at: Timestamp,
}

/// What a person is sent to a provider for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlowPurpose {
    /// To sign in.
    SignIn,
    /// To link their identity to the account of this session.
    Link(SessionGround),
    /// To prove with a linked identity that it is still they who use this session.
    Prove(SessionGround),
}

impl FlowPurpose {
    /// The session that asked; `None` for a sign-in.
    pub const fn session(&self) -> Option<SessionGround> {
        match self {
            Self::SignIn => None,
            Self::Link(ground) | Self::Prove(ground) => Some(*ground),
        }
    }
}

/// The values that bind a sign-in at a provider to one browser. All follow from the token in its cookie, so that nothing
/// else is stored and none of them shows the token.
#[derive(Debug, Clone)]
pub struct FlowValues {
    /// The `state` of the request, which comes back with the answer.
    pub state: String,
    /// The `nonce`, which comes back within the signed token.
    pub nonce: String,
    /// The PKCE code verifier: 64 characters.
    pub verifier: Secret,
}

impl FlowValues {
    /// The values that follow from a token.
    pub fn of(token: &Secret) -> Self {
        let value = |name: &str| hex::encode(SecretDigest::of(&format!("sign-in {name}\n{}", token.expose())).0);
        Self { state: value("state"), nonce: value("nonce"), verifier: Secret::new(value("verifier")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::token::new_flow_token;

    #[test]
    fn the_values_of_a_sign_in_differ_from_each_other_and_from_those_of_any_other() {
        let (one, other) = (new_flow_token(&mut rand::rng()), new_flow_token(&mut rand::rng()));
        let FlowValues { state, nonce, verifier } = FlowValues::of(&one);
        let again = FlowValues::of(&one);
        assert_eq!((&state, &nonce, verifier.expose()), (&again.state, &again.nonce, again.verifier.expose()));
        let others = FlowValues::of(&other);
        let mut all =
            vec![&*state, &*nonce, verifier.expose(), &*others.state, &*others.nonce, others.verifier.expose()];
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 6);
        // RFC 7636 §4.1.
        assert!(all.iter().all(|value| (43..=128).contains(&value.len()) && !one.expose().contains(*value)));
    }
}
