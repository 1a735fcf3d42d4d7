//! The actor, time and origin of a change, as its audit entries record them.

use jiff::Timestamp;
use serde_json::Value;

use super::{Actor, AuditDraft, Target};
use crate::{
    identity::user::User,
    organizations::{member::Membership, preconditions::Precondition},
    requests::idempotency::IdempotencyRecord,
    shared::ids::{AuditId, Id as _, OrgId},
};

/// The actor, time and origin of a change.
#[derive(Debug, Clone)]
pub struct AuditContext {
    /// The time of the change.
    pub at: Timestamp,
    /// Who makes the change.
    pub actor: Actor,
    /// The caller's IP address; `None` for background work and the command line.
    pub ip: Option<String>,
    /// The caller's `User-Agent`; `None` if it sent none, and for background work and the command line.
    pub user_agent: Option<String>,
    /// The request's id; `None` for background work and the command line.
    pub request_id: Option<String>,
    /// The record of the request, if it is idempotent.
    pub request: Option<IdempotencyRecord>,
    /// What the permission for the change is based on.
    pub preconditions: Vec<Precondition>,
}

impl AuditContext {
    /// The context of a change by the service itself; `name` names the command or the part of the service.
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

    /// The same context with this user as the actor.
    pub fn by(self, user: &User) -> Self {
        Self { actor: Actor::user(user), ..self }
    }

    /// Creates an entry about an account for the log of each organization that it belongs to.
    pub fn entries(&self, user: &User, memberships: &[Membership], action: &str, metadata: &Value) -> Vec<AuditDraft> {
        let target = || vec![Target::new("user", user.id, &*user.email)];
        let entry = |membership: &Membership| self.entry(membership.org_id, action, target(), metadata.clone());
        memberships.iter().map(entry).collect()
    }

    /// Creates an entry, to be passed to the port method that makes the change. For an idempotent request, the entry
    /// carries the request's record, with the id of the created object for repeated requests: the last target's, unless
    /// [`AuditDraft::making`] sets another.
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
