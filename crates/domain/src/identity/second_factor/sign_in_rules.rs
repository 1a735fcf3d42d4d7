//! What an organization demands of its members' sign-ins.

use crate::identity::second_factor::assurance::{Assurance, FactorSet};

/// What an organization demands of its members' sign-ins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SignInRules {
    /// Whether a member reaches the organization only with a second factor.
    pub require_second_factor: bool,
    /// Whether a browser may be remembered, so that it does not ask for the second factor for a while. It does for an account
    /// only if all its organizations allow it.
    pub remember_browsers: bool,
}

impl Default for SignInRules {
    fn default() -> Self {
        Self { require_second_factor: false, remember_browsers: true }
    }
}

impl SignInRules {
    /// Whether a session with these proofs, of an account with these second factors, reaches the organization.
    pub const fn admit(self, assurance: Assurance, factors: FactorSet) -> bool {
        !self.require_second_factor || assurance.has_second_factor(factors)
    }
}
