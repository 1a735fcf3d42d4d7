//! Who does something, when and from where: what every audit entry about it says.

use jiff::Timestamp;
use serde_json::Value;

use super::{Actor, AuditDraft, Target};
use crate::{
    identity::{member::Membership, user::User},
    organizations::preconditions::Precondition,
    requests::idempotency::IdempotencyRecord,
    shared::ids::{AuditId, Id as _, OrgId},
};

/// Who does something, when and from where.
#[derive(Debug, Clone)]
pub struct AuditContext {
    /// When.
    pub at: Timestamp,
    /// Who.
    pub actor: Actor,
    /// The caller's address; `None` on the command line.
    pub ip: Option<String>,
    /// The caller's program; `None` on the command line.
    pub user_agent: Option<String>,
    /// The request; `None` on the command line.
    pub request_id: Option<String>,
    /// The record of an idempotent request.
    pub request: Option<IdempotencyRecord>,
    /// What the permission for the change is based on.
    pub preconditions: Vec<Precondition>,
}

impl AuditContext {
    /// The service itself; `name` is the part or command.
    pub fn system(name: &str, at: Timestamp) -> Self {
        Self {
            at,
            actor: Actor::system(name),
            ip: None,
            user_agent: None,
            request_id: None,
            request: None,
            preconditions: Vec::new(),
        }
    }

    /// The same, done by this user.
    pub fn by(self, user: &User) -> Self {
        Self { actor: Actor::user(user), ..self }
    }

    /// An entry about an account in the log of each organization that it belongs to.
    pub fn entries(&self, user: &User, memberships: &[Membership], action: &str, metadata: &Value) -> Vec<AuditDraft> {
        let target = || vec![Target::new("user", user.id, &*user.email)];
        let entry = |membership: &Membership| self.entry(membership.org_id, action, target(), metadata.clone());
        memberships.iter().map(entry).collect()
    }

    /// An entry, to be passed to the port method that makes the change. For an idempotent request it carries the
    /// record, which tells a repeat what was created: the last target, unless [`AuditDraft::making`] says otherwise.
    pub fn entry(&self, org_id: OrgId, action: &str, targets: Vec<Target>, metadata: Value) -> AuditDraft {
        let made_id = targets.last().map(|target| target.id.clone());
        AuditDraft {
            id: AuditId::new(self.at, &mut rand::rng()),
            org_id,
            occurred_at: self.at,
            action: action.into(),
            actor: self.actor.clone(),
            targets,
            ip: self.ip.clone(),
            user_agent: self.user_agent.clone(),
            request_id: self.request_id.clone(),
            metadata,
            request: self.request.clone().map(|record| Box::new(IdempotencyRecord { made_id, ..record })),
            preconditions: self.preconditions.clone(),
        }
    }
}
