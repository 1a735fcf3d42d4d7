//! What proved who is signed in, and whether that is enough.

use jiff::SignedDuration;
use schemars::JsonSchema;
use serde::Serialize;

/// How long a proof counts as fresh: what changes the access to an account or an organization needs a fresh one.
pub const PROOF_FRESH_FOR: SignedDuration = SignedDuration::from_mins(15);

/// Something that proved who a person is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SignInProof")]
pub enum Proof {
    /// The account's password, also when it was just chosen.
    Password,
    /// A code of an authenticator app.
    Totp,
    /// A recovery code.
    RecoveryCode,
    /// A browser that does not ask for the second factor for a while, because it was given there.
    RememberedBrowser,
    /// A passkey, with the user verified.
    Passkey,
    /// An identity provider whose sign-in counts as a second factor, too.
    TrustedProvider,
    /// An identity provider, or a proxy in front of the instance.
    Provider,
    /// A link of the operator.
    OneTimeLink,
}

words! {
    Proof, "a proof of who a person is":
    Password = "password",
    Totp = "totp",
    RecoveryCode = "recoveryCode",
    RememberedBrowser = "rememberedBrowser",
    Passkey = "passkey",
    TrustedProvider = "trustedProvider",
    Provider = "provider",
    OneTimeLink = "oneTimeLink",
}

/// The proofs that were given for a session: a set. Its bits are stored.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Assurance(u32);

impl Assurance {
    /// The proofs of second factors of the account itself. They count only while the account has one.
    pub const OWN_FACTORS: Self =
        Self(Proof::Totp.bit() | Proof::RecoveryCode.bit() | Proof::RememberedBrowser.bit() | Proof::Passkey.bit());

    /// The set with one proof.
    pub const fn of(proof: Proof) -> Self {
        Self(proof.bit())
    }

    /// The set with one more proof.
    #[must_use]
    pub const fn with(self, proof: Proof) -> Self {
        Self(self.0 | proof.bit())
    }

    /// The set as a number, in which it is stored.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The set of a stored number. Proofs of a later release are kept.
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The proofs, in the order of [`Proof::EVERY`].
    pub fn iter(self) -> impl Iterator<Item = Proof> {
        Proof::EVERY.into_iter().filter(move |proof| self.0 & proof.bit() != 0)
    }

    /// Whether the proofs are enough for an account with these second factors to be signed in.
    pub const fn is_enough(self, factors: FactorSet) -> bool {
        factors.is_empty() || self.has_second_factor(factors)
    }

    /// Whether the account has no second factor, or one was given for the session itself: a remembered browser gave it for an
    /// earlier one.
    pub const fn gave_second_factor(self, factors: FactorSet) -> bool {
        let given = Proof::Totp.bit() | Proof::RecoveryCode.bit() | Proof::Passkey.bit() | Proof::TrustedProvider.bit();
        factors.is_empty() || self.0 & given != 0
    }

    /// Whether a second factor was given: a trusted provider's, or one of the account, which still has one.
    pub const fn has_second_factor(self, factors: FactorSet) -> bool {
        self.0 & Proof::TrustedProvider.bit() != 0 || !factors.is_empty() && self.0 & Self::OWN_FACTORS.0 != 0
    }
}

impl Proof {
    const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// A kind of second factor that an account can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FactorKind {
    /// An authenticator app.
    Totp,
    /// Passkeys.
    Passkey,
}

words! {
    FactorKind, "a kind of second factor":
    Totp = "totp",
    Passkey = "passkey",
}

/// The kinds of second factors that an account has: a set. Its bits are stored.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FactorSet(u32);

impl FactorSet {
    /// Whether the account has no second factor.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the account has a factor of this kind.
    pub const fn contains(self, kind: FactorKind) -> bool {
        self.0 & kind.bit() != 0
    }

    /// The set with this kind.
    #[must_use]
    pub const fn with(self, kind: FactorKind) -> Self {
        Self(self.0 | kind.bit())
    }

    /// The set without this kind.
    #[must_use]
    pub const fn without(self, kind: FactorKind) -> Self {
        Self(self.0 & !kind.bit())
    }

    /// The set as a number, in which it is stored.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The set of a stored number.
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

impl FactorKind {
    const fn bit(self) -> u32 {
        1 << self as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_factor_of_the_account_counts_while_it_has_one_and_a_trusted_providers_always() {
        let (none, totp) = (FactorSet::default(), FactorSet::default().with(FactorKind::Totp));
        for proof in Proof::EVERY {
            let given = Assurance::of(Proof::Password).with(proof);
            let is_own = matches!(proof, Proof::Totp | Proof::RecoveryCode | Proof::RememberedBrowser | Proof::Passkey);
            let is_trusted = proof == Proof::TrustedProvider;
            assert_eq!(given.has_second_factor(totp), is_own || is_trusted, "{proof}");
            assert_eq!(given.has_second_factor(none), is_trusted, "{proof}");
            assert_eq!(given.is_enough(totp), is_own || is_trusted, "{proof}");
            assert!(given.is_enough(none), "{proof}");
            let is_of_session = is_own && proof != Proof::RememberedBrowser;
            assert_eq!(given.gave_second_factor(totp), is_of_session || is_trusted, "{proof}");
            assert!(given.gave_second_factor(none), "{proof}");
            assert!(given.iter().eq(Proof::EVERY.into_iter().filter(|one| *one == Proof::Password || *one == proof)));
            assert_eq!(Assurance::from_bits(given.bits()), given);
        }
        assert!(totp.with(FactorKind::Passkey).without(FactorKind::Totp).contains(FactorKind::Passkey));
        assert!(totp.without(FactorKind::Totp).is_empty());
    }
}
