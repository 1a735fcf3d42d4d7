//! Ends every way into the account except the session that asks for it.

use askline_domain::{
    audit::{AuditDraft, context::AuditContext},
    identity::{account_input::AccessRevocation, member::Membership, role::Role, secret::Secret, user::User},
};
use serde_json::json;

use super::{bounds::confirm, visit::Visit};
use crate::{
    error::UseCaseError,
    left_programs::LeftPrograms,
    ports::{again::again_if_rolled_back, identity::sessions::SessionGrant},
};

/// What remains after every other way into an account was ended.
pub struct RevokedAccess {
    /// The token by which later sign-ins to the account recognize the browser.
    pub browser: Secret,
    /// The programs of the person in organizations whose keys they may see. They still work.
    pub programs: LeftPrograms,
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
    let mut programs = LeftPrograms::of((&*ports.keys, &*ports.service_accounts), user.id, None, at).await?;
    programs.retain(|org| memberships.iter().any(|own| own.org_id == org && own.role >= Role::Admin));
    let audits = entries_with_programs(&visit.context, (user, memberships), "auth.access_revoked", &programs);
    let (known, browser) = visit.known_from_now_on(user.id);
    again_if_rolled_back(|| ports.sessions.revoke_access(ground, &known, at, audits.clone())).await?;
    Ok(RevokedAccess { browser, programs })
}

/// An entry about an account for each of its organizations, which names the programs that still work there.
pub(super) fn entries_with_programs(
    context: &AuditContext,
    (user, memberships): (&User, &[Membership]),
    action: &str,
    programs: &LeftPrograms,
) -> Vec<AuditDraft> {
    let of_organization = |membership: &Membership| {
        let mut metadata = json!({});
        programs.add_to_entry(membership.org_id, &mut metadata);
        context.entries(user, std::slice::from_ref(membership), action, &metadata)
    };
    memberships.iter().flat_map(of_organization).collect()
}
