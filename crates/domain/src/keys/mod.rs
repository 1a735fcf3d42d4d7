//! API keys: format, stored record and lifetime.
//!
//! A key is `ak_` and a text with a checksum ([`crate::identity::checksummed`]).

pub mod edit;
pub mod input;
mod needed_role;
pub mod networks;
pub mod scope;

use std::str::FromStr;

use ipnet::IpNet;
use jiff::Timestamp;
use rand::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    identity::{
        checksummed::{self, Malformed},
        secret::{Secret, SecretDigest},
    },
    keys::scope::ScopeSet,
    shared::{
        clock::whole_milliseconds,
        ids::{KeyId, OrgId, UserId},
    },
    sites::visible::VisibleSites,
};

/// What every API key starts with.
pub const KEY_PREFIX: &str = "ak_";
/// A well-formed API key in plaintext. Only a store knows whether it exists.
#[derive(Debug, Clone)]
pub struct ApiKey(Secret);

impl ApiKey {
    /// Generates a key; `random` must be cryptographically secure.
    pub fn generate(random: &mut impl Rng) -> Self {
        Self(checksummed::generate(KEY_PREFIX, random))
    }

    /// The plaintext, for the only response that shows it.
    pub fn expose(&self) -> &str {
        self.0.expose()
    }

    /// The SHA-256 of the key.
    pub fn digest(&self) -> SecretDigest {
        self.0.digest()
    }

    /// Enough of the key to recognize it, too little to use it: `ak_9fKq…x7Zb`.
    pub fn masked(&self) -> String {
        checksummed::masked(KEY_PREFIX, &self.0)
    }
}

/// The digest of a well-formed key, without a copy of the plaintext. Computed on every request.
pub fn digest_of_well_formed(text: &str) -> Result<SecretDigest, Malformed> {
    checksummed::digest_of_well_formed(KEY_PREFIX, text)
}

impl FromStr for ApiKey {
    type Err = Malformed;
    fn from_str(text: &str) -> Result<Self, Malformed> {
        digest_of_well_formed(text).map(|_| Self(Secret::new(text)))
    }
}

/// The settings of a key that a person chooses, after they were checked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeySettings {
    /// Its scopes.
    pub scopes: ScopeSet,
    /// Its name; may be empty.
    pub name: String,
    /// The sites that it may access.
    pub site_ids: VisibleSites,
    /// The only networks from which it may be used, each once; `None` for any.
    pub allowed_ips: Option<Vec<IpNet>>,
    /// When it expires.
    pub expires_at: Option<Timestamp>,
}

/// The stored record of a key.
#[derive(Debug, Clone, PartialEq)]
pub struct KeyRecord {
    /// Its id.
    pub id: KeyId,
    /// The organization whose objects the key may access.
    pub org_id: OrgId,
    /// Its name; may be empty.
    pub name: String,
    /// The masked key, such as `ak_9fKq…x7Zb`.
    pub masked: String,
    /// SHA-256 of the plaintext.
    pub digest: SecretDigest,
    /// Its scopes.
    pub scopes: ScopeSet,
    /// The sites that it may access.
    pub site_ids: VisibleSites,
    /// The only networks from which it may be used; `None` for any.
    pub allowed_ips: Option<Vec<IpNet>>,
    /// When it was created.
    pub created_at: Timestamp,
    /// Who created it; `None` for a key created on the command line.
    pub created_by: Option<KeyCreator>,
    /// When it expires.
    pub expires_at: Option<Timestamp>,
    /// When it was last used, as of the last flush.
    pub last_used_at: Option<Timestamp>,
    /// The id of the first key of its chain: its own, unless it replaced another key. A chain counts as one key in the
    /// plan, has one rate limit, and has at most two active keys.
    pub chain_id: KeyId,
    /// The key that this one replaced.
    pub rotated_from_id: Option<KeyId>,
    /// The key that replaced this one.
    pub replaced_by_id: Option<KeyId>,
    /// When it was revoked.
    pub revoked_at: Option<Timestamp>,
}

/// The creator of a key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeyCreator {
    /// The user.
    pub id: UserId,
    /// The user's email address.
    pub email: String,
}

/// The status of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum KeyStatus {
    /// The key is accepted.
    Active,
    /// The key is past its expiration.
    Expired,
    /// The key was revoked, or reported as leaked.
    Revoked,
}

impl KeyRecord {
    /// The record of a key that starts a new chain at `at`.
    pub fn new(
        id: KeyId,
        org_id: OrgId,
        key: &ApiKey,
        settings: KeySettings,
        created_by: Option<KeyCreator>,
        at: Timestamp,
    ) -> Self {
        let KeySettings { scopes, name, site_ids, allowed_ips, expires_at } = settings;
        Self {
            id,
            org_id,
            name,
            masked: key.masked(),
            digest: key.digest(),
            scopes,
            site_ids,
            allowed_ips,
            created_at: at,
            created_by,
            expires_at,
            last_used_at: None,
            chain_id: id,
            rotated_from_id: None,
            replaced_by_id: None,
            revoked_at: None,
        }
    }

    /// The record of a key that replaces this one at `at`, with the same settings, chain and lifetime.
    pub fn successor(&self, id: KeyId, key: &ApiKey, created_by: Option<KeyCreator>, at: Timestamp) -> Self {
        Self {
            id,
            masked: key.masked(),
            digest: key.digest(),
            created_at: at,
            created_by,
            expires_at: self.end_of_successor(at),
            last_used_at: None,
            rotated_from_id: Some(self.id),
            replaced_by_id: None,
            revoked_at: None,
            ..self.clone()
        }
    }

    /// Makes `new` the replacement of this key, in the same chain. This key expires at `ends_at`, in whole milliseconds, or
    /// earlier if it would anyway.
    pub fn hand_over_to(&mut self, new: &mut Self, ends_at: Timestamp) {
        let ends_at = self.expires_at.map_or(ends_at, |end| end.min(ends_at));
        self.expires_at = Some(whole_milliseconds(ends_at));
        self.replaced_by_id = Some(new.id);
        new.rotated_from_id = Some(self.id);
        new.chain_id = self.chain_id;
    }

    /// Revokes this key at `at`, in whole milliseconds.
    pub fn revoke(&mut self, at: Timestamp) {
        self.revoked_at = Some(whole_milliseconds(at));
    }

    /// The status at `now`. A revocation takes precedence over an expiry.
    pub fn status(&self, now: Timestamp) -> KeyStatus {
        if self.revoked_at.is_some_and(|at| at <= now) {
            KeyStatus::Revoked
        } else if self.expires_at.is_some_and(|at| at <= now) {
            KeyStatus::Expired
        } else {
            KeyStatus::Active
        }
    }

    /// When a key that replaces this one at `at` expires: it gets the lifetime that this one was created with. Not
    /// meaningful for a key that was already replaced, since that one expires at the end of the overlap.
    pub fn end_of_successor(&self, at: Timestamp) -> Option<Timestamp> {
        let lifetime = self.expires_at?.duration_since(self.created_at);
        Some(at.checked_add(lifetime).unwrap_or(Timestamp::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::ids::Id as _;
    use proptest::prelude::*;

    #[test]
    fn a_generated_key_has_the_promised_form_and_reads_back() {
        for _ in 0..200 {
            let key = ApiKey::generate(&mut rand::rng());
            let text = key.expose();
            assert_eq!(text.len(), 41);
            assert!(text[3..].bytes().all(|b| b.is_ascii_alphanumeric()));
            assert_eq!(text.parse::<ApiKey>().expect("its own checksum").digest(), key.digest());
        }
    }

    #[test]
    fn any_single_changed_character_is_refused_without_a_look_up() {
        let key = ApiKey::generate(&mut rand::rng());
        for place in 3..41 {
            let mut text = key.expose().to_owned();
            let other = if &text[place..=place] == "A" { "B" } else { "A" };
            text.replace_range(place..=place, other);
            assert_eq!(digest_of_well_formed(&text), Err(Malformed), "at {place}");
        }
    }

    #[test]
    fn neither_debug_nor_mask_shows_the_secret() {
        let key = ApiKey::generate(&mut rand::rng());
        let shown = format!("{key:?} {}", key.masked());
        assert!(!shown.contains(&key.expose()[7..37]));
        assert_eq!(key.masked().chars().count(), 12);
    }

    #[test]
    fn a_key_that_replaces_another_may_do_the_same_for_as_long_in_the_same_chain() {
        let [made_at, rotated_at, end, new_end]: [Timestamp; 4] =
            ["2026-01-01T00:00:00Z", "2026-01-11T00:00:00Z", "2026-01-31T00:00:00Z", "2026-02-10T00:00:00Z"]
                .map(|text| text.parse().expect("a timestamp"));
        let [first, second] = [1, 2].map(KeyId::from_bits);
        let settings = KeySettings { name: "CI".into(), expires_at: Some(end), ..KeySettings::default() };
        let [key, other] = [(); 2].map(|()| ApiKey::generate(&mut rand::rng()));
        let mut old = KeyRecord::new(first, OrgId::from_bits(3), &key, settings, None, made_at);
        assert_eq!((old.chain_id, old.rotated_from_id, old.status(made_at)), (first, None, KeyStatus::Active));
        old.last_used_at = Some(rotated_at);
        let new = old.successor(second, &other, None, rotated_at);
        assert_eq!((new.chain_id, new.rotated_from_id, new.digest), (first, Some(first), other.digest()));
        assert_eq!((new.name.as_str(), new.created_at, new.expires_at), ("CI", rotated_at, Some(new_end)));
        assert_eq!((new.last_used_at, new.replaced_by_id, new.revoked_at), (None, None, None));
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(text: String) {
            let _ = digest_of_well_formed(&text);
            let _ = digest_of_well_formed(&format!("ak_{text}"));
        }
    }
}
