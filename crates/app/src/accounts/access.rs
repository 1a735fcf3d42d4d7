//! Ends every way into the account except the session that asks for it.

use askline_domain::{
    audit::{AuditDraft, context::AuditContext},
    identity::{account_input::AccessRevocation, member::Membership, role::Role, secret::Secret, user::User},
    keys::KeyRecord,
};
use serde_json::json;

use super::{bounds::confirm, visit::Visit};
use crate::{
    error::UseCaseError,
    keys::{active_keys_made_by, named_in_entry},
    ports::{again::again_if_rolled_back, identity::sessions::SessionGrant},
};

/// What remains after every other way into an account was ended.
pub struct RevokedAccess {
    /// The token by which later sign-ins to the account recognize the browser.
    pub browser: Secret,
    /// The active keys that the person made in organizations whose keys they may see, newest first. They still work.
    pub keys_still_active: Vec<KeyRecord>,
}

/// Ends every other session, every emailed link except those that undo a change of address, one-time links and remembered
/// browsers, after the password was given again.
pub async fn revoke_access(
    visit: &Visit<'_>,
    grant: &SessionGrant,
    revocation: AccessRevocation,
) -> Result<RevokedAccess, UseCaseError> {
    let SessionGrant { user, memberships, .. } = grant;
    let password = revocation.check(user)?;
    let ground = confirm(visit, grant, password, "password").await?;
    let (ports, at) = (&visit.instance.ports, visit.context.at);
    let mut keys = active_keys_made_by(&*ports.keys, user.id, None, at).await?;
    keys.retain(|key| memberships.iter().any(|own| own.org_id == key.org_id && own.role >= Role::Admin));
    let audits = entries_with_keys(&visit.context, (user, memberships), "auth.access_revoked", &keys);
    let (known, browser) = visit.known_from_now_on(user.id);
    again_if_rolled_back(|| ports.sessions.revoke_access(ground, &known, at, audits.clone())).await?;
    Ok(RevokedAccess { browser, keys_still_active: keys })
}

/// An entry about an account for each of its organizations, which names the keys that still work there.
pub(super) fn entries_with_keys(
    context: &AuditContext,
    (user, memberships): (&User, &[Membership]),
    action: &str,
    keys: &[KeyRecord],
) -> Vec<AuditDraft> {
    let of_organization = |membership: &Membership| {
        let metadata = json!({ "keysStillActive": named_in_entry(keys, membership.org_id) });
        context.entries(user, std::slice::from_ref(membership), action, &metadata)
    };
    memberships.iter().flat_map(of_organization).collect()
}
