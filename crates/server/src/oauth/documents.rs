//! The documents that clients read first, about `/mcp` (RFC 9728) and this server (RFC 8414).
//!
//! Every document names the same issuer, resource and scopes: some clients ask for all scopes of the first list that they find.

use askline_app::oauth::resource_of;
use askline_domain::{keys::scope::Scope, oauth::authorization::reading_scopes};
use axum::http::HeaderValue;
use serde_json::{Value, json};

use super::paths::{AUTHORIZE, REGISTER, REVOKE, TOKEN};

/// The path of the document about `/mcp`.
const RESOURCE_PATH: &str = "/.well-known/oauth-protected-resource/mcp";

/// A document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Document {
    /// About `/mcp`.
    Resource,
    /// About this server as one that gives tokens.
    Server,
}

impl Document {
    /// The document at a path. Clients look with and without the path of `/mcp`, some only where OpenID Connect has its own.
    pub(super) fn at(path: &str) -> Option<Self> {
        let name = path.strip_prefix("/.well-known/")?;
        match name.strip_suffix("/mcp").unwrap_or(name) {
            "oauth-protected-resource" => Some(Self::Resource),
            "oauth-authorization-server" | "openid-configuration" => Some(Self::Server),
            _ => None,
        }
    }

    /// Its content.
    pub(super) fn of(self, issuer: &str) -> Value {
        let scopes: Vec<&str> = reading_scopes().iter().map(Scope::as_str).collect();
        match self {
            Self::Resource => json!({
                "resource": resource_of(issuer),
                "authorization_servers": [issuer],
                "scopes_supported": scopes,
                "bearer_methods_supported": ["header"],
                "resource_name": "Askline",
            }),
            Self::Server => json!({
                "issuer": issuer,
                "authorization_endpoint": format!("{issuer}{AUTHORIZE}"),
                "token_endpoint": format!("{issuer}{TOKEN}"),
                "registration_endpoint": format!("{issuer}{REGISTER}"),
                "revocation_endpoint": format!("{issuer}{REVOKE}"),
                "response_types_supported": ["code"],
                "response_modes_supported": ["query"],
                "grant_types_supported": ["authorization_code", "refresh_token"],
                "code_challenge_methods_supported": ["S256"],
                "token_endpoint_auth_methods_supported": ["none"],
                "revocation_endpoint_auth_methods_supported": ["none"],
                "scopes_supported": scopes,
                "client_id_metadata_document_supported": true,
                "authorization_response_iss_parameter_supported": true,
                "service_documentation": format!("{issuer}/docs/guide/mcp"),
            }),
        }
    }
}

/// The `WWW-Authenticate` of a 401 of `/mcp`. `has_token` says whether a credential was sent.
pub(crate) fn challenge(issuer: &str, has_token: bool) -> Option<HeaderValue> {
    let scopes: Vec<&str> = reading_scopes().iter().map(Scope::as_str).collect();
    let wrong = if has_token { "error=\"invalid_token\", " } else { "" };
    let text = format!("Bearer {wrong}resource_metadata=\"{issuer}{RESOURCE_PATH}\", scope=\"{}\"", scopes.join(" "));
    HeaderValue::from_str(&text).ok()
}

/// The `WWW-Authenticate` of a 403 of `/mcp`: what the API says that the app lacks, and where the client reads how to ask for it.
pub(crate) fn step_up(issuer: &str, lacking: &HeaderValue) -> Option<HeaderValue> {
    let text = format!("{}, resource_metadata=\"{issuer}{RESOURCE_PATH}\"", lacking.to_str().ok()?);
    HeaderValue::from_str(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_where_clients_look() {
        for path in ["/.well-known/oauth-protected-resource", RESOURCE_PATH] {
            assert_eq!(Document::at(path), Some(Document::Resource), "{path}");
        }
        for name in ["oauth-authorization-server", "openid-configuration"] {
            for path in [format!("/.well-known/{name}"), format!("/.well-known/{name}/mcp")] {
                assert_eq!(Document::at(&path), Some(Document::Server), "{path}");
            }
        }
        for path in ["/.well-known/", "/.well-known/mcp", "/.well-known/security.txt", "/oauth-protected-resource"] {
            assert_eq!(Document::at(path), None, "{path}");
        }
    }
}
