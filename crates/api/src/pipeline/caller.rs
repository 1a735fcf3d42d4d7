//! Who is calling, from where, and on whose objects.

use std::{net::IpAddr, sync::Arc};

use askline_domain::{
    audit::{Actor, ActorKind, AuditDraft, Target},
    identity::{
        member::{MemberStatus, Membership},
        role::Role,
    },
    organizations::{
        plan::Plan,
        preconditions::{Ground, SitesGround},
    },
    ports::{identity::sessions::SessionGrant, keys::KeyGrant},
    requests::idempotency::IdempotencyRecord,
    shared::ids::{AuditId, Id as _, OrgId, RequestId},
    sites::visible::VisibleSites,
};
use axum::http::{HeaderMap, uri::Authority};
use jiff::Timestamp;

use crate::{
    app::App,
    caches::site_entry::SiteEntry,
    pipeline::{
        error::{ApiError, Code},
        places::Place,
        tenant::Tenant,
    },
};

/// The credential that a request came with, checked.
#[derive(Clone)]
pub enum Caller {
    /// An API key.
    Key(Arc<KeyGrant>),
    /// A member in a session.
    Session(Arc<SessionGrant>),
    /// Nobody in particular.
    Nobody,
}

impl Caller {
    /// Who did it, for the audit log.
    pub fn actor(&self) -> Actor {
        match self {
            Caller::Key(grant) => {
                Actor { kind: ActorKind::Key, id: grant.record.id.to_string(), name: grant.record.masked.clone() }
            }
            Caller::Session(grant) => {
                Actor { kind: ActorKind::User, id: grant.user.id.to_string(), name: grant.user.email.clone() }
            }
            Caller::Nobody => Actor::system("api"),
        }
    }

    /// The caller's name in the table of idempotent requests.
    pub(crate) fn idempotency_name(&self, address: IpAddr) -> String {
        match self {
            // A client that starts to use its new key between two attempts is the same caller.
            Caller::Key(grant) => grant.record.chain_id.to_string(),
            Caller::Session(grant) => grant.user.id.to_string(),
            Caller::Nobody => address.to_string(),
        }
    }
}

/// What is known of a request apart from its input.
pub struct RequestFacts {
    /// Its id, in the envelope, on every log line and audit entry.
    pub id: RequestId,
    /// When it came.
    pub at: Timestamp,
    /// The client's address, behind trusted proxies. Where what they wrote is no address, the nearest proxy's that is one.
    pub address: IpAddr,
    /// Whether a trusted proxy wrote something that is no address. What is decided or counted by the address is refused then.
    pub address_is_unreadable: bool,
    /// Whether a trusted proxy handed it on, whose forwarded headers are believed.
    pub by_trusted_proxy: bool,
    /// The host in the request's target, as HTTP/2 has it.
    pub authority: Option<Authority>,
    /// Its headers.
    pub headers: HeaderMap,
}

impl RequestFacts {
    /// The text of a header, unless it is absent or not text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    /// The host that the request names.
    pub fn host(&self) -> Option<&str> {
        self.header("host").or_else(|| self.authority.as_ref().map(Authority::as_str))
    }
}

/// A request that passed the guard, on the objects of `T`.
pub struct Call<T> {
    /// The application.
    pub app: App,
    /// Who calls.
    pub caller: Caller,
    /// The request.
    pub request: RequestFacts,
    /// The organization or site that the route is about, visible to the caller.
    pub tenant: T,
    /// The place for its heavy work, where the row says `in_places`; given back with the call unless the handler takes it.
    pub place: Option<Place>,
    /// The record of an idempotent request. It goes into the transaction of the change, with the audit entry.
    pub(crate) record: Option<IdempotencyRecord>,
}

/// A route about no organization.
#[derive(Clone, Copy)]
pub struct NoTenant;

/// An organization that the caller may see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrgAccess {
    /// Which.
    pub id: OrgId,
    /// Its plan.
    pub plan: Plan,
    /// The member's role; `None` for a key.
    pub role: Option<Role>,
    /// The sites that the caller may see, be it a key or a member. Others answer as absent.
    pub sites: VisibleSites,
}

/// A site that the caller may see.
#[derive(Clone)]
pub struct SiteAccess {
    /// Its organization.
    pub organization: OrgAccess,
    /// The site and its configuration.
    pub site: Arc<SiteEntry>,
}

impl From<&Membership> for OrgAccess {
    fn from(membership: &Membership) -> Self {
        let sites = membership.sites.clone();
        Self { id: membership.org_id, plan: membership.plan, role: Some(membership.role), sites }
    }
}

impl<T: Tenant> Call<T> {
    /// What the guard judged the caller by. Compared again in the transaction of the change.
    pub(crate) fn grounds(&self) -> Vec<Ground> {
        let Some(organization) = self.tenant.organization() else { return Vec::new() };
        let caller = match (&self.caller, organization.role) {
            (Caller::Key(grant), _) => Some(Ground::Key(grant.record.id)),
            (Caller::Session(grant), Some(role)) => {
                let sites = self.tenant.site().map_or(SitesGround::Any, SitesGround::Sees);
                Some(Ground::Member { user: grant.user.id, role, status: MemberStatus::Active, sites })
            }
            _ => None,
        };
        caller.into_iter().chain([Ground::Plan(organization.plan)]).collect()
    }

    /// An audit entry about this request, to be handed to the port method that does the change. Of an idempotent request it
    /// carries the record, by which a repeat is told what was made: the last target, unless
    /// [`AuditDraft::making`] says otherwise.
    pub fn audit(&self, org_id: OrgId, action: &str, targets: Vec<Target>, metadata: serde_json::Value) -> AuditDraft {
        let made_id = targets.last().map(|target| target.id.clone());
        let request = self.record.clone().map(|record| Box::new(IdempotencyRecord { made_id, ..record }));
        AuditDraft {
            id: AuditId::new(self.request.at, &mut rand::rng()),
            org_id,
            occurred_at: self.request.at,
            action: action.into(),
            actor: self.caller.actor(),
            targets,
            ip: Some(self.request.address.to_string()),
            user_agent: self.request.header("user-agent").map(|text| text.chars().take(300).collect()),
            request_id: Some(self.request.id.to_string()),
            metadata,
            request,
            grounds: self.grounds(),
        }
    }
}

impl<T> Call<T> {
    /// The place that the row took, for the work to be done in.
    pub fn take_place(&mut self) -> Result<Place, ApiError> {
        self.place.take().ok_or_else(|| ApiError::internal("the row of this route takes no place"))
    }

    /// The session of a route that takes sessions only.
    pub fn session(&self) -> Result<&Arc<SessionGrant>, ApiError> {
        match &self.caller {
            Caller::Session(grant) => Ok(grant),
            _ => Err(ApiError::new(Code::Unauthenticated, "This needs a session.")),
        }
    }
}
