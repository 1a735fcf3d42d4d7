//! Shared links: what people without an account may see of a site.
//!
//! A link is known by its token: `lk_` and a text with a checksum. A viewer exchanges the token for a session of the
//! link, which reads the link's panels, within its filter and its days, and nothing else.

pub mod filter;
pub mod input;
pub mod panel;
mod range;

use jiff::{SignedDuration, Timestamp};
use rand::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::{filter::LinkFilter, input::CheckedLink, panel::SharedPanel, range::LinkRange};
use crate::{
    audit::Target,
    identity::{
        checksummed::{self, Malformed},
        secret::{Secret, SecretDigest},
    },
    keys::KeyCreator,
    shared::ids::{OrgId, SharedLinkId, SiteId},
};

/// What every token of a link starts with.
pub const LINK_TOKEN_PREFIX: &str = "lk_";
/// The maximum number of shared links of a site.
pub const MAX_SHARED_LINKS: u32 = 50;
/// How long a session of a link lasts.
pub const LINK_SESSION_LASTS: SignedDuration = SignedDuration::from_hours(12);
/// The maximum number of sessions of a link; a new one ends the oldest.
pub const MAX_LINK_SESSIONS: u32 = 200;

/// A shared link.
#[derive(Debug, Clone, PartialEq)]
pub struct SharedLink {
    /// Its id.
    pub id: SharedLinkId,
    /// The organization of its site.
    pub org_id: OrgId,
    /// The site that it shows.
    pub site_id: SiteId,
    /// Its settings.
    pub settings: LinkSettings,
    /// When it expires; `None` for never.
    pub expires_at: Option<Timestamp>,
    /// The Argon2id hash of its password, if it has one.
    pub password_hash: Option<String>,
    /// SHA-256 of its token.
    pub digest: SecretDigest,
    /// The masked token, such as `lk_9fKq…x7Zb`.
    pub masked: String,
    /// When it was created.
    pub created_at: Timestamp,
    /// Who created it.
    pub created_by: Option<KeyCreator>,
    /// When a session last began.
    pub last_used_at: Option<Timestamp>,
    /// How many sessions began.
    pub uses: u64,
}

/// The settings of a link, without its secrets and its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkSettings {
    /// Its name.
    pub name: String,
    /// What it shows.
    pub panels: Vec<SharedPanel>,
    /// What every number is limited to.
    pub filter: LinkFilter,
    /// The days that it shows.
    pub range: LinkRange,
    /// Whether the previous period is shown.
    pub compare: bool,
    /// Whether the notes on the site's charts are shown.
    pub notes: bool,
    /// Where it can be embedded; null for nowhere.
    pub embed: Option<LinkEmbed>,
}

/// Where a link can be embedded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkEmbed {
    /// The only origins whose pages can embed it.
    pub origins: Vec<String>,
}

/// A token of a link in plaintext.
#[derive(Debug, Clone)]
pub struct LinkToken(Secret);

impl LinkToken {
    /// Generates a token; `random` must be cryptographically secure.
    pub fn generate(random: &mut impl Rng) -> Self {
        Self(checksummed::generate(LINK_TOKEN_PREFIX, random))
    }

    /// The plaintext, for the only response that shows it.
    pub fn expose(&self) -> &str {
        self.0.expose()
    }

    /// Its digest.
    pub fn digest(&self) -> SecretDigest {
        self.0.digest()
    }

    /// Enough of it to recognize it.
    pub fn masked(&self) -> String {
        checksummed::masked(LINK_TOKEN_PREFIX, &self.0)
    }
}

/// The digest of a well-formed token, without a copy of the plaintext.
pub fn digest_of_well_formed(text: &str) -> Result<SecretDigest, Malformed> {
    checksummed::digest_of_well_formed(LINK_TOKEN_PREFIX, text)
}

impl SharedLink {
    /// Whether it has expired at `now`.
    pub fn has_expired(&self, now: Timestamp) -> bool {
        self.expires_at.is_some_and(|at| at <= now)
    }

    /// Whether it shows a panel.
    pub fn shows(&self, panel: SharedPanel) -> bool {
        self.settings.panels.contains(&panel)
    }

    /// The link as a target of audit entries.
    pub fn audit_target(&self) -> Target {
        Target::new("shared_link", self.id, self.settings.name.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::ids::Id as _;

    #[test]
    fn a_token_reads_back_is_masked_and_is_no_other_kind_of_credential() {
        let token = LinkToken::generate(&mut rand::rng());
        assert_eq!(digest_of_well_formed(token.expose()), Ok(token.digest()));
        assert!(token.masked().starts_with("lk_") && !token.masked().contains(&token.expose()[7..37]));
        assert!(crate::keys::digest_of_well_formed(token.expose()).is_err());
        assert!(!format!("{token:?}").contains(&token.expose()[7..37]));
        assert_eq!(SharedLinkId::from_bits(1).to_string().split('_').next(), Some("lnk"));
    }
}
