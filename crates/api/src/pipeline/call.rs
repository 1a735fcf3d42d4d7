//! An authorized request, as handlers receive it.

use std::sync::Arc;

use askline_app::ports::identity::sessions::SessionGrant;
use askline_domain::{
    audit::{AuditDraft, Target, context::AuditContext},
    identity::role::Role,
    keys::scope::Scope,
    organizations::{
        member::MemberStatus,
        preconditions::{KeyNeeds, Precondition, RolePrecondition, ServiceAccountNeeds, SitesPrecondition},
    },
    requests::idempotency::IdempotencyRecord,
    shared::ids::{OrgId, UserId},
};

use crate::pipeline::{
    app::App,
    caller::{Caller, RequestFacts},
    error::{ApiError, Code},
    tenant::{AnyTenant, Tenant},
    work_pools::Slot,
};

/// A request that passed the guard, with its tenant `T`.
pub struct Call<T> {
    /// The application.
    pub app: App,
    /// The caller.
    pub caller: Caller,
    /// The request.
    pub request: Arc<RequestFacts>,
    /// The organization or site that the route is about, visible to the caller.
    pub tenant: T,
    /// The scope that a key needs for the route, if it needs one.
    pub(crate) scope: Option<Scope>,
    /// The slot for its heavy work, if the route has `in_pool`. Released with the call unless the handler takes it.
    pub slot: Option<Slot>,
    /// The record of an idempotent request. It is stored in the transaction of the change, with the audit entry.
    pub(crate) record: Option<IdempotencyRecord>,
}

impl Call<Result<AnyTenant, ApiError>> {
    /// The call of a route about a `T`. Fails if the tenant was not found.
    pub(crate) fn about<T: Tenant>(self) -> Result<Call<T>, ApiError> {
        let Self { app, caller, request, tenant, scope, slot, record } = self;
        let tenant =
            T::of(tenant?).ok_or_else(|| ApiError::internal("the row of this route is about something else"))?;
        Ok(Call { app, caller, request, tenant, scope, slot, record })
    }
}

impl<T: Tenant> Call<T> {
    /// What the guard's decision is based on. Checked again in the transaction of the change.
    pub(crate) fn preconditions(&self) -> Vec<Precondition> {
        let Some(organization) = self.tenant.organization() else { return Vec::new() };
        let caller = match (&self.caller, organization.role) {
            (Caller::Key(grant), _) => Some(Precondition::Key(KeyNeeds {
                id: grant.record.id,
                scope: self.scope,
                sites: self.sites_condition(),
                address: self.request.readable_address(),
            })),
            (Caller::Session(grant), Some(role)) => Some(self.member(grant.user.id, role)),
            (Caller::App(grant), Some(role)) => Some(self.member(grant.user.id, role)),
            (Caller::Service(grant), Some(role)) => Some(Precondition::ServiceAccount(ServiceAccountNeeds {
                id: grant.account.id,
                token: grant.token.digest,
                role,
                sites: self.sites_condition(),
                address: self.request.readable_address(),
            })),
            _ => None,
        };
        let app = match &self.caller {
            Caller::App(grant) => Some(Precondition::App(grant.app.id)),
            _ => None,
        };
        let session = self.session().ok().map(|grant| Precondition::Session(grant.ground()));
        let factor = organization.gave_no_second_factor.then_some(Precondition::NoSecondFactorDemanded);
        let plan = Precondition::Plan(organization.plan);
        session.into_iter().chain(app).chain(caller).chain(factor).chain([plan]).collect()
    }

    fn member(&self, user: UserId, role: Role) -> Precondition {
        let role = RolePrecondition::AtLeast(role);
        Precondition::Member { user, role, status: MemberStatus::Active, sites: self.sites_condition() }
    }

    fn sites_condition(&self) -> SitesPrecondition {
        self.tenant.site().map_or(SitesPrecondition::Any, SitesPrecondition::Sees)
    }

    /// Who calls, when and from where, for the audit entries of this request.
    pub fn audit_context(&self) -> AuditContext {
        AuditContext {
            at: self.request.at,
            actor: self.caller.actor(),
            ip: Some(self.request.address.to_string()),
            user_agent: self.request.header("user-agent").map(|text| text.chars().take(300).collect()),
            request_id: Some(self.request.id.to_string()),
            request: self.record.clone(),
            preconditions: self.preconditions(),
        }
    }

    /// An audit entry about this request, for the port method that makes the change.
    pub fn audit(&self, org_id: OrgId, action: &str, targets: Vec<Target>, metadata: serde_json::Value) -> AuditDraft {
        self.audit_context().entry(org_id, action, targets, metadata)
    }
}

impl<T> Call<T> {
    /// Takes the slot that the route got for the handler's work. Fails if the route has no slot.
    pub fn take_slot(&mut self) -> Result<Slot, ApiError> {
        self.slot.take().ok_or_else(|| ApiError::internal("the row of this route takes no slot"))
    }

    /// The session of a caller, for routes that accept only sessions.
    pub fn session(&self) -> Result<&Arc<SessionGrant>, ApiError> {
        match &self.caller {
            Caller::Session(grant) => Ok(grant),
            _ => Err(ApiError::new(Code::Unauthenticated, "This needs a session. Sign in at POST /api/v1/auth/login.")),
        }
    }
}
