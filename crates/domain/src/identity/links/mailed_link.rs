//! Links in emails to people: how long they work, and for which account.

use jiff::{SignedDuration, Timestamp};

use crate::{
    identity::{
        secret::{Secret, SecretDigest},
        token::TokenPurpose,
        user::User,
    },
    shared::ids::UserId,
};

/// How long a link to set a new password works.
pub const RESET_LASTS: SignedDuration = SignedDuration::from_hours(1);
/// How long a link to verify an address works.
pub const PROOF_LASTS: SignedDuration = SignedDuration::from_hours(24);
/// How long a link to undo a change of address works.
pub const UNDO_LASTS: SignedDuration = SignedDuration::from_hours(7 * 24);

/// A link that was emailed, by its token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailedLink {
    /// What it is for.
    pub purpose: TokenPurpose,
    /// SHA-256 of its token.
    pub digest: SecretDigest,
    /// The account that it is for; `None` if it creates one, or has no effect.
    pub account: Option<UserId>,
    /// The address that it was sent to; empty if it has no effect, and is stored only so that every request takes equally long.
    pub email: String,
    /// When it expires.
    pub expires_at: Timestamp,
}

impl MailedLink {
    /// The link of a token that is sent to `email` at this time.
    pub fn new(purpose: TokenPurpose, token: &Secret, account: Option<UserId>, email: &str, at: Timestamp) -> Self {
        Self { purpose, digest: token.digest(), account, email: email.to_owned(), expires_at: at + lasts(purpose) }
    }

    /// Whether the link works for its account as it is at `now`. To set a new password, it must have been sent to the account's
    /// confirmed address; to confirm an address, to the account's own or to the one that it requested. No link opens a locked
    /// account.
    pub fn opens(&self, account: &User, now: Timestamp) -> bool {
        if self.expires_at <= now || self.account != Some(account.id) || account.locked_at.is_some() {
            return false;
        }
        let is_own = account.email == self.email;
        match self.purpose {
            TokenPurpose::Reset => is_own && account.address.verified_at.is_some(),
            TokenPurpose::Proof => {
                let pending = account.address.pending.as_ref().filter(|pending| pending.until > now);
                is_own || pending.is_some_and(|pending| pending.email == self.email)
            }
            TokenPurpose::Undo => true,
            // It belongs to no account.
            TokenPurpose::SignUp => false,
        }
    }
}

const fn lasts(purpose: TokenPurpose) -> SignedDuration {
    match purpose {
        TokenPurpose::Reset => RESET_LASTS,
        TokenPurpose::Proof | TokenPurpose::SignUp => PROOF_LASTS,
        TokenPurpose::Undo => UNDO_LASTS,
    }
}

#[cfg(test)]
mod tests {
    use rand::{SeedableRng as _, rngs::StdRng};

    use super::*;
    use crate::{
        identity::{
            address_state::{AddressState, PendingAddress},
            second_factor::assurance::FactorSet,
            token::new_reset_token,
            user::CredentialVersion,
        },
        shared::ids::Id as _,
    };

    const NOW: Timestamp = Timestamp::UNIX_EPOCH;

    fn account() -> User {
        User {
            id: UserId::from_bits(1),
            email: "own@example.com".into(),
            name: String::new(),
            created_at: NOW,
            password_hash: None,
            address: AddressState {
                verified_at: Some(NOW),
                pending: Some(PendingAddress { email: "wanted@example.com".into(), until: NOW + PROOF_LASTS }),
                ..AddressState::default()
            },
            credential_version: CredentialVersion::default(),
            locked_at: None,
            factors: FactorSet::default(),
            wrong_codes: 0,
        }
    }

    fn link(purpose: TokenPurpose, email: &str) -> MailedLink {
        let token = new_reset_token(&mut StdRng::seed_from_u64(1));
        MailedLink::new(purpose, &token, Some(UserId::from_bits(1)), email, NOW)
    }

    #[test]
    fn a_link_opens_its_account_only_for_the_addresses_of_its_purpose() {
        use TokenPurpose::{Proof, Reset, SignUp, Undo};
        for (purpose, opened_by) in
            [(Reset, [true, false, false]), (Proof, [true, true, false]), (Undo, [true; 3]), (SignUp, [false; 3])]
        {
            let opens = ["own@example.com", "wanted@example.com", "former@example.com"]
                .map(|email| link(purpose, email).opens(&account(), NOW));
            assert_eq!(opens, opened_by, "{purpose:?}");
        }
    }

    #[test]
    fn a_link_opens_nothing_after_its_end_for_another_account_or_for_a_locked_one() {
        for purpose in [TokenPurpose::Reset, TokenPurpose::Proof, TokenPurpose::Undo] {
            let link = link(purpose, "own@example.com");
            assert!(link.opens(&account(), link.expires_at - SignedDuration::from_millis(1)), "{purpose:?}");
            assert!(!link.opens(&account(), link.expires_at), "{purpose:?}");
            assert!(!link.opens(&User { id: UserId::from_bits(2), ..account() }, NOW), "{purpose:?}");
            assert!(!link.opens(&User { locked_at: Some(NOW), ..account() }, NOW), "{purpose:?}");
        }
    }

    #[test]
    fn a_link_sets_no_password_of_an_unconfirmed_address_and_confirms_no_request_that_expired() {
        let mut account = account();
        account.address.verified_at = None;
        assert!(!link(TokenPurpose::Reset, "own@example.com").opens(&account, NOW));
        account.address.pending = Some(PendingAddress { email: "wanted@example.com".into(), until: NOW });
        assert!(!link(TokenPurpose::Proof, "wanted@example.com").opens(&account, NOW));
    }
}
