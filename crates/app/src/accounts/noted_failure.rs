//! Notes a wrong password or code for the audit logs of its account.

use askline_domain::{
    audit::{Actor, context::AuditContext},
    identity::user::User,
    organizations::member::Membership,
};
use serde_json::json;

use super::visit::Visit;

/// Records the failure for the audit log of each organization of the account.
pub(super) fn note_failure(visit: &Visit<'_>, user: &User, memberships: &[Membership]) {
    // The actor is the service: nobody knows who it was.
    let context = AuditContext { actor: Actor::system("log-in"), ..visit.context.clone() };
    let drafts = context.entries(user, memberships, "auth.login_failed", &json!({}));
    visit.instance.failed_log_ins.note(user.id, drafts, context.at, visit.clock.elapsed());
}
