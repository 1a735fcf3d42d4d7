//! How an identity provider is reached.

use askline_domain::identity::secret::Secret;

/// How a provider is reached, as the operator set it.
#[derive(Debug, Clone)]
pub struct OidcProvider {
    /// Its name in the settings.
    pub name: String,
    /// The issuer, exactly as its tokens name it.
    pub issuer: String,
    /// The id that the provider gave to this instance.
    pub client_id: String,
    /// The secret that the provider gave to this instance.
    pub client_secret: Secret,
    /// The scopes that are requested in addition to `openid`.
    pub scopes: Vec<String>,
    /// The claim that lists a person's groups.
    pub groups_claim: Option<String>,
    /// Where the provider sends browsers back to.
    pub redirect_uri: String,
}
