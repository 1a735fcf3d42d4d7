//! Checks of the signed token, and what is taken from it.
//!
//! The library checks the signature, the issuer, the audience, the nonce and the expiry. The authorized party and the other times are
//! checked here.

use askline_app::ports::identity::identity_providers::ProofTimes;
use askline_domain::{
    identity::{
        email_address::check_email,
        linked_identity::FlowValues,
        provider::{MAX_GROUP_CHARACTERS, MAX_GROUPS, MAX_SUBJECT_BYTES, ProvenIdentity},
    },
    shared::violation::Violations,
};
use chrono::{DateTime, Utc};
use jiff::{SignedDuration, Timestamp};
use openidconnect::{
    AccessToken, AccessTokenHash, AdditionalClaims, ClaimsVerificationError, ClientId, IdToken, IdTokenClaims,
    IdTokenVerifier, IssuerUrl, Nonce, SignatureVerificationError, UserInfoClaims,
    core::{
        CoreGenderClaim, CoreJsonWebKey, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm,
        CoreProviderMetadata,
    },
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{algorithms::ALGORITHMS, provider::OidcProvider};

/// How far the provider's clock may differ from this one.
const MAX_SKEW: SignedDuration = SignedDuration::from_secs(60);
/// The issuer whose tokens say in `xms_edov` whether the owner of an address's domain confirmed it.
const ENTRA: &str = "https://login.microsoftonline.com/";

/// The claims that the library does not name.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct OtherClaims {
    /// The claims by name.
    #[serde(flatten)]
    by_name: Map<String, Value>,
}

impl AdditionalClaims for OtherClaims {}

/// A signed token.
pub(super) type Token =
    IdToken<OtherClaims, CoreGenderClaim, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm>;
type Claims = IdTokenClaims<OtherClaims, CoreGenderClaim>;

/// Why a token proves nothing.
pub(super) enum Unproven {
    /// It is signed with a key that is not known. The provider may have published a new one.
    UnknownKey(String),
    /// Something else is wrong.
    Wrong(String),
}

impl Unproven {
    /// The reason, for the operator.
    pub(super) fn into_text(self) -> String {
        let (Self::UnknownKey(text) | Self::Wrong(text)) = self;
        text
    }
}

/// A person, as the provider describes them.
#[derive(Debug)]
pub(super) struct Person {
    pub(super) subject: String,
    email: Option<String>,
    email_verified: bool,
    name: String,
    groups: Option<Vec<String>>,
}

/// Checks a token that came with this access token; returns the person that it describes.
pub(super) fn checked(
    provider: &OidcProvider,
    metadata: &CoreProviderMetadata,
    (token, access): (&Token, &AccessToken),
    values: &FlowValues,
    times: ProofTimes,
) -> Result<Person, Unproven> {
    let wrong = |text: &str| Unproven::Wrong(text.to_owned());
    let verifier = verifier(provider, metadata, times.now)?;
    let nonce = Nonce::new(values.nonce.clone());
    let claims = token.claims(&verifier, &nonce).map_err(unproven)?;
    if claims.authorized_party().is_some_and(|party| party.as_str() != provider.client_id) {
        return Err(wrong("azp names another client"));
    }
    check_times(claims, times.now)?;
    if let Some(since) = times.again_since {
        check_signed_in_again(claims, since, times.now)?;
    }
    if let Some(expected) = claims.access_token_hash() {
        let algorithm = token.signing_alg().map_err(|error| wrong(&error.to_string()))?;
        let key = token.signing_key(&verifier).map_err(|error| wrong(&error.to_string()))?;
        let actual = AccessTokenHash::from_token(access, algorithm, key).map_err(|error| wrong(&error.to_string()))?;
        if actual != *expected {
            return Err(wrong("at_hash belongs to another access token"));
        }
    }
    let subject = claims.subject().as_str();
    if subject.is_empty() || subject.len() > MAX_SUBJECT_BYTES {
        return Err(wrong("sub is empty or too long"));
    }
    let others = &claims.additional_claims().by_name;
    Ok(Person {
        subject: subject.to_owned(),
        email: claims.email().map(|email| email.as_str().to_owned()),
        email_verified: is_verified(claims.email_verified(), others, &provider.issuer),
        name: claims.name().and_then(|name| name.get(None)).map_or_else(String::new, |name| name.as_str().to_owned()),
        groups: provider.groups_claim.as_deref().and_then(|claim| groups(others, claim)),
    })
}

fn verifier<'v>(
    provider: &OidcProvider,
    metadata: &CoreProviderMetadata,
    now: Timestamp,
) -> Result<IdTokenVerifier<'v, CoreJsonWebKey>, Unproven> {
    let issuer = IssuerUrl::new(provider.issuer.clone()).map_err(|error| Unproven::Wrong(error.to_string()))?;
    let client = ClientId::new(provider.client_id.clone());
    // A public client's verifier knows no secret, so that none can be taken for a key.
    let verifier = IdTokenVerifier::new_public_client(client, issuer, metadata.jwks().clone());
    let clock = moment(now - MAX_SKEW)?;
    Ok(verifier.set_allowed_algs(ALGORITHMS).set_time_fn(move || clock))
}

fn moment(at: Timestamp) -> Result<DateTime<Utc>, Unproven> {
    DateTime::from_timestamp_millis(at.as_millisecond()).ok_or_else(|| Unproven::Wrong("the clock is wrong".into()))
}

/// A token is for now: issued before, and not before its own beginning.
fn check_times(claims: &Claims, now: Timestamp) -> Result<(), Unproven> {
    let latest = moment(now + MAX_SKEW)?;
    if claims.issue_time() > latest {
        return Err(Unproven::Wrong("iat is in the future".into()));
    }
    let begins = claims.additional_claims().by_name.get("nbf");
    let has_begun = begins.is_none_or(|begins| begins.as_f64().is_some_and(|at| at <= latest.timestamp() as f64));
    has_begun.then_some(()).ok_or_else(|| Unproven::Wrong("nbf is in the future or no number".into()))
}

/// A person who had to sign in again did so after they were asked to.
fn check_signed_in_again(claims: &Claims, since: Timestamp, now: Timestamp) -> Result<(), Unproven> {
    let wrong = |text: &str| Unproven::Wrong(text.to_owned());
    let at = claims.auth_time().ok_or_else(|| wrong("auth_time is missing, but the person had to sign in again"))?;
    let is_recent = (moment(since - MAX_SKEW)?..=moment(now + MAX_SKEW)?).contains(&at);
    is_recent.then_some(()).ok_or_else(|| wrong("auth_time says that the person did not sign in again"))
}

fn unproven(error: ClaimsVerificationError) -> Unproven {
    match error {
        ClaimsVerificationError::SignatureVerification(
            reason @ (SignatureVerificationError::NoMatchingKey | SignatureVerificationError::CryptoError(_)),
        ) => Unproven::UnknownKey(reason.to_string()),
        ClaimsVerificationError::SignatureVerification(reason) => Unproven::Wrong(reason.to_string()),
        other => Unproven::Wrong(other.to_string()),
    }
}

fn is_verified(claim: Option<bool>, others: &Map<String, Value>, issuer: &str) -> bool {
    let says_yes = |value: &Value| value == &Value::Bool(true) || value == "1" || value == "true" || value == 1;
    claim == Some(true) || (issuer.starts_with(ENTRA) && others.get("xms_edov").is_some_and(says_yes))
}

/// The groups in a claim: a list of names, or one name. Longer names and later groups are left out.
fn groups(others: &Map<String, Value>, claim: &str) -> Option<Vec<String>> {
    let named: Vec<&str> = match others.get(claim)? {
        Value::Array(items) => items.iter().filter_map(Value::as_str).collect(),
        Value::String(one) => vec![one],
        _ => Vec::new(),
    };
    let fits = |name: &&str| !name.is_empty() && name.chars().count() <= MAX_GROUP_CHARACTERS;
    Some(named.into_iter().filter(fits).take(MAX_GROUPS).map(str::to_owned).collect())
}

impl Person {
    /// Whether the token leaves out what may be found at the userinfo endpoint.
    pub(super) fn lacks_something(&self, groups_claim: Option<&str>) -> bool {
        self.email.is_none() || (groups_claim.is_some() && self.groups.is_none())
    }

    /// The same person with what the userinfo endpoint adds. What the signed token says stays.
    pub(super) fn with(
        self,
        userinfo: &UserInfoClaims<OtherClaims, CoreGenderClaim>,
        groups_claim: Option<&str>,
        issuer: &str,
    ) -> Self {
        let others = &userinfo.additional_claims().by_name;
        let (email, email_verified) = match self.email {
            // An address and whether it is confirmed come from one source.
            Some(email) => (Some(email), self.email_verified),
            None => (
                userinfo.email().map(|email| email.as_str().to_owned()),
                is_verified(userinfo.email_verified(), others, issuer),
            ),
        };
        let name = userinfo.name().and_then(|name| name.get(None)).map(|name| name.as_str().to_owned());
        Self {
            email,
            email_verified,
            name: if self.name.is_empty() { name.unwrap_or_default() } else { self.name },
            groups: self.groups.or_else(|| groups_claim.and_then(|claim| groups(others, claim))),
            subject: self.subject,
        }
    }

    /// The proven identity. An address that cannot be an account's is left out.
    pub(super) fn into_identity(self, provider: &OidcProvider) -> ProvenIdentity {
        let email = self.email.and_then(|email| check_email("email", &email, &mut Violations::new()));
        ProvenIdentity {
            provider: provider.name.clone(),
            issuer: provider.issuer.clone(),
            subject: self.subject,
            email_verified: self.email_verified && email.is_some(),
            email,
            name: self.name,
            groups: self.groups.unwrap_or_default(),
        }
    }
}
