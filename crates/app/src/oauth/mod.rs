//! OAuth for `/mcp`: clients, requests, consent and tokens.

mod clients;
mod consents;
mod ended_app;
mod renewed_tokens;
mod tokens;
mod used_code;

use askline_domain::oauth::error::{OAuthCode, OAuthError};

use crate::ports::StoreError;

pub use clients::{ClientTrust, Clients, KnownClient, register};
pub use consents::{Asked, Connecting, ConsentBy, connect, connect_app, look_at};
pub use ended_app::{end_app, end_own_app};
pub use renewed_tokens::{RefreshUse, use_refresh_token};
pub use tokens::{Tokens, get_tokens, revoke};
pub use used_code::{CodeUse, NewTokens, TokenUse, use_code};

/// Why a request of OAuth was not answered as wanted.
#[derive(Debug, Clone, thiserror::Error)]
pub enum OAuthFailure {
    /// The request is refused.
    #[error(transparent)]
    Refused(#[from] OAuthError),
    /// The store could not do it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl OAuthFailure {
    fn refused(code: OAuthCode, description: &str) -> Self {
        Self::Refused(OAuthError::new(code, description))
    }
}

/// The public address of `/mcp`, which tokens are for. `issuer` is the origin of the instance.
pub fn resource_of(issuer: &str) -> String {
    format!("{issuer}/mcp")
}
