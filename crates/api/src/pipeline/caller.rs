//! Who is calling, from which address, and whose objects they may see.

use std::{net::IpAddr, sync::Arc};

use askline_app::ports::{
    identity::sessions::SessionGrant, keys::KeyGrant, oauth::AppGrant, service_accounts::ServiceGrant,
    sites::shared_links::LinkGrant,
};
use askline_domain::{
    audit::{Actor, ActorKind},
    identity::role::Role,
    organizations::{member::Membership, plan::Plan},
    shared::ids::{Id as _, KeyId, OrgId, RequestId},
    sites::{Site, visible::VisibleSites},
    widget::config::WidgetConfig,
};
use axum::http::{HeaderMap, uri::Authority};
use jiff::Timestamp;

use crate::caches::site_entry::SiteEntry;

/// The authenticated caller of a request.
#[derive(Clone)]
pub enum Caller {
    /// An API key.
    Key(Arc<KeyGrant>),
    /// An account in a session.
    Session(Arc<SessionGrant>),
    /// A service account.
    Service(Arc<ServiceGrant>),
    /// An app that acts as the person who connected it.
    App(Arc<AppGrant>),
    /// A session of a shared link.
    Link(Arc<LinkGrant>),
    /// A caller without a credential.
    Nobody,
}

impl Caller {
    /// The actor, for the audit log.
    pub fn actor(&self) -> Actor {
        match self {
            Caller::Key(grant) => Actor {
                kind: ActorKind::Key,
                id: grant.record.id.to_string(),
                name: grant.record.masked.clone(),
                via: None,
            },
            Caller::Session(grant) => Actor::user(&grant.user),
            Caller::App(grant) => Actor::user(&grant.user).through(grant.app.as_via()),
            Caller::Service(grant) => grant.account.actor(),
            // A link changes nothing, so no entry has this actor.
            Caller::Link(grant) => Actor::system(&grant.link.id.to_string()),
            Caller::Nobody => Actor::system("api"),
        }
    }

    /// The key by which a program is known where it started something. An app counts as a key.
    pub(crate) fn key_id(&self) -> Option<KeyId> {
        match self {
            Caller::Key(grant) => Some(grant.record.id),
            Caller::App(grant) => Some(KeyId::from_bits(grant.app.id.bits())),
            Caller::Session(_) | Caller::Service(_) | Caller::Link(_) | Caller::Nobody => None,
        }
    }

    /// The caller's name in the table of idempotent requests.
    pub(crate) fn idempotency_name(&self, address: IpAddr) -> String {
        match self {
            // A client that starts to use its new key between two attempts is the same caller.
            Caller::Key(grant) => grant.record.chain_id.to_string(),
            Caller::Session(grant) => grant.user.id.to_string(),
            Caller::App(grant) => grant.app.id.to_string(),
            Caller::Service(grant) => grant.account.id.to_string(),
            Caller::Link(grant) => grant.link.id.to_string(),
            Caller::Nobody => address.to_string(),
        }
    }
}

/// What is known about a request apart from its input.
pub struct RequestFacts {
    /// Its id, which is in the envelope and on every log line and audit entry.
    pub id: RequestId,
    /// When it arrived.
    pub at: Timestamp,
    /// The client's address: the peer's, or the one that trusted proxies report. If one of them reports an invalid address,
    /// that proxy's own.
    pub address: IpAddr,
    /// The address that opened the connection.
    pub peer: IpAddr,
    /// Whether a trusted proxy wrote an invalid address. Requests that are decided or counted by the address are then
    /// refused.
    pub address_is_unreadable: bool,
    /// Whether a trusted proxy sent it. Only then are its forwarded headers used.
    pub by_trusted_proxy: bool,
    /// The host in the request's target, which HTTP/2 uses instead of `Host`.
    pub authority: Option<Authority>,
    /// Its headers.
    pub headers: HeaderMap,
    /// Whether it is a message to `/mcp`, where the path may name a site by its domain, and apps are callers.
    pub is_from_mcp: bool,
}

/// Marks a request that a message to `/mcp` caused. Only code within the program can add it.
#[derive(Debug, Clone, Copy)]
pub struct FromMcp;

impl RequestFacts {
    /// The client's address; `None` if a trusted proxy wrote an invalid one.
    pub fn readable_address(&self) -> Option<IpAddr> {
        (!self.address_is_unreadable).then_some(self.address)
    }

    /// The text of a header, unless it is absent or not text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    /// The host that the request names.
    pub fn host(&self) -> Option<&str> {
        self.header("host").or_else(|| self.authority.as_ref().map(Authority::as_str))
    }
}

/// The path and the query of a request.
#[derive(Debug, Clone)]
pub(crate) struct RequestTarget {
    pub(crate) path: String,
    pub(crate) query: String,
}

/// The tenant of routes that are not about an organization.
#[derive(Clone, Copy)]
pub struct NoTenant;

/// An organization that the caller may see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrgAccess {
    /// Its id.
    pub id: OrgId,
    /// Its plan.
    pub plan: Plan,
    /// The member's role; `None` for a key.
    pub role: Option<Role>,
    /// The sites that the caller, a key or a member, may see. Other sites are reported as not found.
    pub sites: VisibleSites,
    /// Whether the organization demands a second factor that the caller did not give. Then every route of it refuses.
    pub lacks_second_factor: bool,
    /// Whether the caller is a person, or an app of one, who gave no second factor.
    pub gave_no_second_factor: bool,
}

/// A site that the caller may see.
#[derive(Clone)]
pub struct SiteAccess {
    /// Its organization.
    pub organization: OrgAccess,
    /// The site and its configuration.
    pub site: Arc<SiteEntry>,
}

impl SiteAccess {
    /// The site and its configuration.
    pub fn with_config(&self) -> (&Site, &WidgetConfig) {
        (&self.site.site, &self.site.config.config)
    }
}

impl From<&AppGrant> for OrgAccess {
    /// What the person may see, as far as they let the app see it.
    fn from(grant: &AppGrant) -> Self {
        let sites = grant.app.sites_of(&grant.membership.sites);
        Self { sites, ..Self::of_member(&grant.membership, grant.app.assurance.has_second_factor(grant.user.factors)) }
    }
}

impl From<&ServiceGrant> for OrgAccess {
    fn from(ServiceGrant { account, plan, .. }: &ServiceGrant) -> Self {
        Self::of_program(account.org_id, *plan, Some(account.role), account.sites.clone())
    }
}

impl From<&LinkGrant> for OrgAccess {
    /// What a viewer may see of the link's site. The guard lets the link call less than that.
    fn from(LinkGrant { link, plan, .. }: &LinkGrant) -> Self {
        Self::of_program(link.org_id, *plan, Some(Role::Viewer), VisibleSites::only(vec![link.site_id]))
    }
}

impl OrgAccess {
    /// What a member may see in a session.
    pub(crate) fn in_session(grant: &SessionGrant, membership: &Membership) -> Self {
        Self::of_member(membership, grant.session.assurance.has_second_factor(grant.user.factors))
    }

    fn of_member(membership: &Membership, gave_second_factor: bool) -> Self {
        Self {
            id: membership.org_id,
            plan: membership.plan,
            role: Some(membership.role),
            sites: membership.sites.clone(),
            lacks_second_factor: membership.sign_in_rules.require_second_factor && !gave_second_factor,
            gave_no_second_factor: !gave_second_factor,
        }
    }

    /// What a program may see: a key without a role, or a service account. It is never asked for a second factor.
    pub(crate) const fn of_program(id: OrgId, plan: Plan, role: Option<Role>, sites: VisibleSites) -> Self {
        Self { id, plan, role, sites, lacks_second_factor: false, gave_no_second_factor: false }
    }
}
