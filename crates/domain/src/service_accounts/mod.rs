//! Service accounts: members of an organization that are programs.
//!
//! A service account has a role and sees sites as a member does, but has no password, no email address and no seat. It is
//! known by a token: `sv_` and a text with a checksum ([`crate::identity::checksummed`]).

pub mod input;
mod needs;

use ipnet::IpNet;
use jiff::{SignedDuration, Timestamp};
use rand::Rng;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    audit::{Actor, ActorKind, Target},
    identity::{
        checksummed::{self, Malformed},
        role::Role,
        secret::{Secret, SecretDigest},
    },
    keys::KeyCreator,
    shared::{
        clock::whole_milliseconds,
        ids::{OrgId, ServiceAccountId},
    },
    sites::visible::VisibleSites,
};

/// What every token of a service account starts with.
pub const SERVICE_TOKEN_PREFIX: &str = "sv_";
/// The maximum number of service accounts of an organization.
pub const MAX_SERVICE_ACCOUNTS: u32 = 10;
/// The requests per minute of a service account.
pub const REQUESTS_PER_MINUTE: u32 = 600;
/// The maximum number of valid tokens of a service account: the newest, and the one before it during an overlap.
pub const MAX_VALID_TOKENS: usize = 2;

/// A service account.
#[derive(Debug, Clone, PartialEq)]
pub struct ServiceAccount {
    /// Its id.
    pub id: ServiceAccountId,
    /// Its organization.
    pub org_id: OrgId,
    /// Its name.
    pub name: String,
    /// Its role, which is never owner.
    pub role: Role,
    /// The sites that it sees; all of them for an admin.
    pub sites: VisibleSites,
    /// When it was created.
    pub created_at: Timestamp,
    /// Who created it; `None` for one that was created on the command line.
    pub created_by: Option<KeyCreator>,
    /// When it was last used, as of the last flush.
    pub last_used_at: Option<Timestamp>,
    /// Its stored tokens, newest first. Some may have expired.
    pub tokens: Vec<TokenRecord>,
}

/// A token of a service account in plaintext. Only a store knows whether it exists.
#[derive(Debug, Clone)]
pub struct ServiceToken(Secret);

/// The stored record of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenRecord {
    /// SHA-256 of the plaintext.
    pub digest: SecretDigest,
    /// The masked token, such as `sv_9fKq…x7Zb`.
    pub masked: String,
    /// The only networks from which it may be used; `None` for any.
    pub allowed_ips: Option<Vec<IpNet>>,
    /// When it was created.
    pub created_at: Timestamp,
    /// Who was given it; `None` for one that was created on the command line or by an earlier release.
    pub created_by: Option<KeyCreator>,
    /// When it expires.
    pub expires_at: Timestamp,
}

/// An object that a service account created and that is still there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MadeObject {
    /// What it is: `site`, `webhook` or `monitor`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its id.
    pub id: String,
    /// Its name: of a webhook the description, of a monitor the question.
    pub name: String,
}

impl ServiceToken {
    /// Generates a token; `random` must be cryptographically secure.
    pub fn generate(random: &mut impl Rng) -> Self {
        Self(checksummed::generate(SERVICE_TOKEN_PREFIX, random))
    }

    /// The plaintext, for the only response that shows it.
    pub fn expose(&self) -> &str {
        self.0.expose()
    }

    /// The record of this token, given to `created_by`, from when it was created until it expires.
    pub fn record(
        &self,
        allowed_ips: Option<Vec<IpNet>>,
        created_by: Option<KeyCreator>,
        (created_at, expires_at): (Timestamp, Timestamp),
    ) -> TokenRecord {
        let masked = checksummed::masked(SERVICE_TOKEN_PREFIX, &self.0);
        TokenRecord { digest: self.0.digest(), masked, allowed_ips, created_at, created_by, expires_at }
    }
}

/// The digest of a well-formed token, without a copy of the plaintext.
pub fn digest_of_well_formed(text: &str) -> Result<SecretDigest, Malformed> {
    checksummed::digest_of_well_formed(SERVICE_TOKEN_PREFIX, text)
}

impl ServiceAccount {
    /// The tokens that are valid at `now`, newest first.
    pub fn valid_tokens(&self, now: Timestamp) -> impl Iterator<Item = &TokenRecord> {
        self.tokens.iter().filter(move |token| token.expires_at > now)
    }

    /// Gives the account a new token. The newest valid one expires after an overlap, if it would not before; all others are
    /// removed.
    pub fn rotate_token(&mut self, new: TokenRecord, overlap: SignedDuration) {
        let now = new.created_at;
        let previous = self.valid_tokens(now).next().cloned();
        let ends_at = whole_milliseconds(now.saturating_add(overlap).unwrap_or(Timestamp::MAX));
        let previous = previous.map(|token| TokenRecord { expires_at: token.expires_at.min(ends_at), ..token });
        let previous = previous.filter(|token| token.expires_at > now);
        self.tokens = std::iter::once(new).chain(previous).collect();
    }

    /// The account as the actor of audit entries.
    pub fn actor(&self) -> Actor {
        Actor { kind: ActorKind::Service, id: self.id.to_string(), name: self.name.clone(), via: None }
    }

    /// The account as a target of audit entries.
    pub fn audit_target(&self) -> Target {
        Target::new("service_account", self.id, self.name.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::ids::Id as _;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + seconds).expect("a time")
    }

    fn account() -> ServiceAccount {
        ServiceAccount {
            id: ServiceAccountId::from_bits(1),
            org_id: OrgId::from_bits(2),
            name: "Terraform".into(),
            role: Role::Admin,
            sites: VisibleSites::ALL,
            created_at: at(0),
            created_by: None,
            last_used_at: None,
            tokens: Vec::new(),
        }
    }

    fn token(created: i64, expires: i64) -> TokenRecord {
        ServiceToken::generate(&mut rand::rng()).record(None, None, (at(created), at(expires)))
    }

    #[test]
    fn a_token_reads_back_and_is_no_api_key() {
        let token = ServiceToken::generate(&mut rand::rng());
        let record = token.record(None, None, (at(0), at(1)));
        assert_eq!(digest_of_well_formed(token.expose()), Ok(record.digest));
        assert!(record.masked.starts_with("sv_") && !record.masked.contains(&token.expose()[7..37]));
        assert!(crate::keys::digest_of_well_formed(token.expose()).is_err());
        assert!(!format!("{token:?}").contains(&token.expose()[7..37]));
    }

    #[test]
    fn at_most_two_tokens_are_valid_and_an_overlap_prolongs_none() {
        let mut account = account();
        let [first, second, third, fourth] = [token(0, 1_000), token(10, 2_000), token(20, 3_000), token(30, 4_000)];
        account.rotate_token(first.clone(), SignedDuration::from_secs(500));
        assert_eq!(account.tokens, std::slice::from_ref(&first));
        account.rotate_token(second.clone(), SignedDuration::from_secs(5_000));
        assert_eq!(account.tokens, [second.clone(), first], "the old one expires when it would have");
        account.rotate_token(third.clone(), SignedDuration::from_secs(60));
        assert_eq!(account.tokens, [third.clone(), TokenRecord { expires_at: at(80), ..second }]);
        assert!(account.valid_tokens(at(79)).count() == MAX_VALID_TOKENS && account.valid_tokens(at(80)).count() == 1);
        account.rotate_token(fourth.clone(), SignedDuration::ZERO);
        assert_eq!(account.tokens, [fourth], "without an overlap the old one ends at once");
    }
}
