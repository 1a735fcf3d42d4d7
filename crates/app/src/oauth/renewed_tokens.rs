//! Uses a refresh token: the app gets the next tokens.
//!
//! The next refresh token follows from the used one by a keyed digest, so that a client that sends it twice at once gets the same
//! successor both times, and nothing readable is stored.

use askline_domain::{
    audit::context::AuditContext,
    identity::secret::Secret,
    oauth::{
        MAX_ACCESS_TOKENS, MAX_REFRESHES_A_DAY, REPEATABLE,
        connected_app::{ConnectedApp, TokenKind},
    },
};
use jiff::SignedDuration;

use super::{
    ended_app::{end_used_before, scopes_of},
    used_code::TokenUse,
};
use crate::ports::{StoreResult, oauth::OAuthStore};

/// What a client sends to renew its tokens.
#[derive(Debug, Clone, Copy)]
pub struct RefreshUse<'a> {
    /// The refresh token.
    pub token: &'a Secret,
    /// The client that sends it.
    pub client_id: &'a str,
    /// The address of the `/mcp` that the tokens are for.
    pub resource: &'a str,
}

/// Uses a refresh token of a client. Within [`REPEATABLE`] after its first use, it gives the same one again; later, and when tokens
/// are renewed too often, it ends its app.
pub async fn use_refresh_token(
    store: &dyn OAuthStore,
    sent: RefreshUse<'_>,
    access: &Secret,
    context: &AuditContext,
) -> StoreResult<TokenUse> {
    let (used, at) = (sent.token.digest(), context.at);
    let is_for = |app: &ConnectedApp| app.client_id == sent.client_id && app.resource == sent.resource;
    let Some(app) = store.app_of_token(used).await?.filter(is_for) else { return Ok(TokenUse::Refused) };
    let next = store.next_refresh_token(sent.token, app.id).await?;
    let mut change = store.begin(&scopes_of(&app)).await?;
    let Some(stored) = change.app_token(TokenKind::Refresh, used).await? else { return Ok(TokenUse::Refused) };
    if stored.used_at.is_some_and(|first| at.duration_since(first) > REPEATABLE) {
        end_used_before(change, &app, "a refresh token came again", context).await?;
        return Ok(TokenUse::UsedBefore);
    }
    if stored.expires_at <= at || !change.is_connected(&app).await? {
        return Ok(TokenUse::Refused);
    }
    if stored.used_at.is_none() {
        if change.count_refresh_tokens(app.id, at - SignedDuration::from_hours(24)).await? >= MAX_REFRESHES_A_DAY {
            end_used_before(change, &app, "its tokens were renewed too often", context).await?;
            return Ok(TokenUse::UsedBefore);
        }
        change.put_token_used(used, at).await?;
        change.insert_app_token(&app.new_token(TokenKind::Refresh, &next, at)).await?;
    }
    change.insert_app_token(&app.new_token(TokenKind::Access, access, at)).await?;
    change.keep_access_tokens(app.id, MAX_ACCESS_TOKENS).await?;
    change.commit_without_notice().await?;
    Ok(TokenUse::Done(Box::new(app), next))
}
