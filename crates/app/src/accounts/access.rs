//! Ends every way into the account except the session that asks for it.

use askline_domain::{
    audit::{AuditDraft, context::AuditContext},
    identity::{
        account_input::AccessRevocation,
        grounds::{ConfirmedGround, SessionGround},
        known_visitor::KnownVisitor,
        role::Role,
        secret::Secret,
        user::User,
    },
    mail::MailContent,
    organizations::member::Membership,
};
use jiff::Timestamp;
use serde_json::json;

use super::{
    bounds::confirm,
    ended_access::{audit_members, end_access},
    visit::Visit,
};
use crate::{
    error::UseCaseError,
    left_programs::LeftPrograms,
    ports::{
        StoreResult,
        again::again_if_rolled_back,
        change::Scope,
        identity::sessions::{SessionGrant, SessionStore},
    },
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
    again_if_rolled_back(|| end_other_access(&*ports.sessions, ground, &known, at, audits.clone())).await?;
    Ok(RevokedAccess { browser, programs })
}

/// Ends every way into an account except a session, whose browser stays known, and emails the person.
pub async fn end_other_access(
    sessions: &dyn SessionStore,
    ground: ConfirmedGround,
    known: &KnownVisitor,
    at: Timestamp,
    entries: Vec<AuditDraft>,
) -> StoreResult<()> {
    let SessionGround { user, session } = ground.session;
    let visitor = sessions.digest_visitor(user, known).await;
    let mut change = sessions.begin(&Scope::of_user(user, &entries)).await?;
    change.compare_confirmed(ground).await?;
    end_access(&mut *change, user, Some(session)).await?;
    change.remember_visitor(user, &visitor, at).await?;
    change.mail(user, MailContent::AccessRevoked, at).await?;
    audit_members(&mut *change, user, entries).await?;
    change.commit().await
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
