//! Errors as OAuth clients read them.
//!
//! The codes are those of RFC 6749, 7591 and 8707.

/// A refusal for a client.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{code}: {description}")]
pub struct OAuthError {
    /// The code.
    pub code: OAuthCode,
    /// A sentence for the client's developer. It repeats nothing that the client sent.
    pub description: String,
}

/// The code of a refusal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OAuthCode {
    /// A parameter is missing, repeated or not allowed (RFC 6749).
    InvalidRequest,
    /// The client is unknown (RFC 6749).
    InvalidClient,
    /// The code or refresh token is unknown, used, expired or another client's (RFC 6749).
    InvalidGrant,
    /// The token endpoint does not know this way to get a token (RFC 6749).
    UnsupportedGrantType,
    /// The authorization endpoint answers with codes only (RFC 6749).
    UnsupportedResponseType,
    /// The person refused (RFC 6749).
    AccessDenied,
    /// The server cannot answer now (RFC 6749).
    TemporarilyUnavailable,
    /// A redirect address is not allowed (RFC 7591).
    InvalidRedirectUri,
    /// The client's description is not allowed (RFC 7591).
    InvalidClientMetadata,
    /// The resource is not this server's (RFC 8707).
    InvalidTarget,
}

words! {
    OAuthCode, "an error of OAuth":
    InvalidRequest = "invalid_request",
    InvalidClient = "invalid_client",
    InvalidGrant = "invalid_grant",
    UnsupportedGrantType = "unsupported_grant_type",
    UnsupportedResponseType = "unsupported_response_type",
    AccessDenied = "access_denied",
    TemporarilyUnavailable = "temporarily_unavailable",
    InvalidRedirectUri = "invalid_redirect_uri",
    InvalidClientMetadata = "invalid_client_metadata",
    InvalidTarget = "invalid_target",
}

impl OAuthError {
    /// Creates a refusal.
    pub fn new(code: OAuthCode, description: impl Into<String>) -> Self {
        Self { code, description: description.into() }
    }
}
