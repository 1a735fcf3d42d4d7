//! Uses the code of an app once: the app gets its first tokens.

use askline_domain::{
    audit::context::AuditContext,
    identity::secret::{Secret, SecretDigest},
    oauth::connected_app::{ConnectedApp, StoredCode, TokenKind},
};

use super::ended_app::{end_used_before, scopes_of};
use crate::ports::{StoreResult, oauth::OAuthStore};

/// What a client sends to get tokens for a code.
#[derive(Debug, Clone, Copy)]
pub struct CodeUse<'a> {
    /// SHA-256 of the code.
    pub code: SecretDigest,
    /// The client that sends it.
    pub client_id: &'a str,
    /// The address that the code was sent to.
    pub redirect_uri: Option<&'a str>,
    /// The verifier of the code's challenge.
    pub verifier: &'a str,
    /// The address of the `/mcp` that the tokens are for.
    pub resource: &'a str,
}

/// The new tokens of an app.
#[derive(Debug, Clone)]
pub struct NewTokens {
    /// The access token.
    pub access: Secret,
    /// The refresh token, if the app gets its first one; later ones follow from the used one.
    pub refresh: Secret,
}

/// The result of using a code or a refresh token.
#[derive(Debug, Clone)]
pub enum TokenUse {
    /// The tokens are stored. The refresh token is the one that the client gets.
    Done(Box<ConnectedApp>, Secret),
    /// The code or token is unknown or expired, or something else does not match; nothing was stored.
    Refused,
    /// The code or token was used before, so someone else may have it, or tokens were renewed too often: the app was ended.
    UsedBefore,
}

impl CodeUse<'_> {
    /// Whether the code is this client's own, for this address, and not expired.
    fn is_right(&self, app: &ConnectedApp, code: &StoredCode, context: &AuditContext) -> bool {
        app.client_id == self.client_id
            && app.resource == self.resource
            && self.redirect_uri == Some(&code.redirect_uri)
            && code.expires_at > context.at
            && code.challenge.is_of(self.verifier)
    }
}

/// Uses a code, which must be the client's own and unused. A code that comes a second time ends its app.
pub async fn use_code(
    store: &dyn OAuthStore,
    sent: CodeUse<'_>,
    tokens: &NewTokens,
    context: &AuditContext,
) -> StoreResult<TokenUse> {
    let Some(known) = store.app_of_code(sent.code).await? else { return Ok(TokenUse::Refused) };
    let mut change = store.begin(&scopes_of(&known)).await?;
    let Some((app, code)) = change.app_of_code(sent.code).await? else { return Ok(TokenUse::Refused) };
    if code.used_at.is_some() {
        end_used_before(change, &app, "the code came twice", context).await?;
        return Ok(TokenUse::UsedBefore);
    }
    if !sent.is_right(&app, &code, context) || !change.is_connected(&app).await? {
        return Ok(TokenUse::Refused);
    }
    change.put_code_used(&app, context.at).await?;
    change.insert_app_token(&app.new_token(TokenKind::Access, &tokens.access, context.at)).await?;
    change.insert_app_token(&app.new_token(TokenKind::Refresh, &tokens.refresh, context.at)).await?;
    change.commit_without_notice().await?;
    Ok(TokenUse::Done(Box::new(app), tokens.refresh.clone()))
}
