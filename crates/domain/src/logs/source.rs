//! Sources of logs: programs that send the lines of a site's web server.
//!
//! A source is known by its token: `lg_` and a text with a checksum. The token can do nothing but send lines, and only its
//! digest is stored.

pub mod drain;
pub mod input;

use jiff::Timestamp;
use rand::Rng;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    audit::Target,
    identity::{
        checksummed::{self, Malformed},
        secret::{Secret, SecretDigest},
    },
    logs::formats::{FormatName, LogFormat},
    shared::ids::{LogSourceId, OrgId, SiteId},
    sites::{Site, same_domain::stored_forms},
};

/// What every token of a source starts with.
pub const LOG_TOKEN_PREFIX: &str = "lg_";
/// The maximum number of sources of a site.
pub const MAX_LOG_SOURCES: u32 = 20;

/// A source of logs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogSource {
    /// Its id.
    pub id: LogSourceId,
    /// The organization of its site.
    pub org_id: OrgId,
    /// The site whose lines it sends.
    pub site_id: SiteId,
    /// Its settings.
    pub settings: SourceSettings,
    /// Whether each batch must have the signature of a drain's secret.
    pub has_drain_secret: bool,
    /// SHA-256 of its token.
    pub digest: SecretDigest,
    /// The masked token, such as `lg_9fKq…x7Zb`.
    pub masked: String,
    /// When it was created.
    pub created_at: Timestamp,
}

/// The settings of a source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SourceSettings {
    /// Its name.
    pub name: String,
    /// The format of its lines; null to guess it in each batch.
    pub format: Option<FormatName>,
    /// The `LogFormat` line of the format `apache`; null for any other.
    pub log_format: Option<String>,
    /// The hosts whose lines are counted; empty for the site's domain, with and without `www.`, and its allowed origins. A line
    /// without a host is always counted.
    pub hosts: Vec<String>,
    /// The code with which a source of the format `vercel` answers in `x-vercel-verify`; null for any other.
    pub verification_code: Option<String>,
}

/// A token of a source in plaintext.
#[derive(Debug, Clone)]
pub struct LogToken(Secret);

impl LogToken {
    /// Generates a token; `random` must be cryptographically secure.
    pub fn generate(random: &mut impl Rng) -> Self {
        Self(checksummed::generate(LOG_TOKEN_PREFIX, random))
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
        checksummed::masked(LOG_TOKEN_PREFIX, &self.0)
    }
}

/// The digest of a well-formed token, without a copy of the plaintext.
pub fn digest_of_well_formed(text: &str) -> Result<SecretDigest, Malformed> {
    checksummed::digest_of_well_formed(LOG_TOKEN_PREFIX, text)
}

impl LogSource {
    /// The source as a target of audit entries.
    pub fn audit_target(&self) -> Target {
        Target::new("log_source", self.id, self.settings.name.clone())
    }
}

impl SourceSettings {
    /// The format of its lines; `None` to guess it.
    pub fn line_format(&self) -> Option<LogFormat> {
        match (self.format?, &self.log_format) {
            (FormatName::Apache, Some(line)) => LogFormat::apache(line).ok(),
            (name, _) => LogFormat::named(name),
        }
    }

    /// The hosts whose lines are counted, in lower case.
    pub fn counted_hosts(&self, site: &Site) -> Vec<String> {
        if !self.hosts.is_empty() {
            return self.hosts.clone();
        }
        let host_of = |origin: &String| Some(url::Url::parse(origin).ok()?.host_str()?.to_owned());
        let origins = site.allowed_origins.iter().filter_map(host_of);
        stored_forms(&site.domain).into_iter().chain(origins).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::ids::Id as _;

    #[test]
    fn a_token_reads_back_is_masked_and_is_no_other_kind_of_credential() {
        let token = LogToken::generate(&mut rand::rng());
        assert_eq!(digest_of_well_formed(token.expose()), Ok(token.digest()));
        assert!(token.masked().starts_with("lg_") && !token.masked().contains(&token.expose()[7..37]));
        assert!(crate::keys::digest_of_well_formed(token.expose()).is_err());
        assert!(crate::service_accounts::digest_of_well_formed(token.expose()).is_err());
        assert!(!format!("{token:?}").contains(&token.expose()[7..37]));
        assert_eq!(LogSourceId::from_bits(1).to_string().split('_').next(), Some("src"));
    }

    #[test]
    fn the_words_of_formats_are_those_that_are_sent() {
        for name in FormatName::EVERY {
            assert_eq!(serde_json::to_value(name).ok(), Some(name.as_str().into()));
        }
    }
}
