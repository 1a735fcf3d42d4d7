//! The objects that a route works on. They are resolved before the handler runs, so that no handler can forget to check access.

use std::{collections::BTreeMap, str::FromStr};

use askline_app::ports::{identity::sessions::SessionGrant, keys::KeyGrant};
use askline_domain::{
    jobs::Job,
    shared::{
        ids::{JobId, OrgId, SiteId},
        violation::Violations,
    },
    sites::check_domain,
};

use crate::pipeline::{
    app::App,
    caller::{Caller, NoTenant, OrgAccess, RequestFacts, SiteAccess},
    error::{ApiError, Code},
};

/// Where a route's organization or site comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TenantSource {
    /// The route is not about an organization or a site.
    Nobody,
    /// The site with the id in this path parameter.
    SiteInPath(&'static str),
    /// The organization with the id in this path parameter.
    OrganizationInPath(&'static str),
    /// The key's organization, or the member's: `?orgId=` names it if there are several.
    OrganizationOfCaller,
    /// The caller's organization to which the object in the path belongs, or the one that `?orgId=` names.
    OwnerOf(Owned),
}

/// An object of an organization, with the path parameter that contains its id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owned {
    /// An API key.
    Key(&'static str),
    /// A webhook.
    Webhook(&'static str),
    /// A channel.
    Channel(&'static str),
    /// A recipient.
    Recipient(&'static str),
    /// A job.
    Job(&'static str),
}

/// The query parameter by which a member of several organizations names one.
pub const ORG_PARAMETER: &str = "orgId";

/// What a route can be about: an organization, a site, or neither.
pub trait Tenant: Clone + Send {
    /// The tenant, if it is of this kind.
    fn of(tenant: AnyTenant) -> Option<Self>;

    /// Its organization.
    fn organization(&self) -> Option<&OrgAccess>;

    /// Its id, if it is a site.
    fn site(&self) -> Option<SiteId> {
        None
    }
}

impl Tenant for NoTenant {
    fn of(tenant: AnyTenant) -> Option<Self> {
        matches!(tenant, AnyTenant::Nobody).then_some(NoTenant)
    }

    fn organization(&self) -> Option<&OrgAccess> {
        None
    }
}

impl Tenant for OrgAccess {
    fn of(tenant: AnyTenant) -> Option<Self> {
        if let AnyTenant::Organization(organization) = tenant { Some(organization) } else { None }
    }

    fn organization(&self) -> Option<&OrgAccess> {
        Some(self)
    }
}

impl Tenant for SiteAccess {
    fn of(tenant: AnyTenant) -> Option<Self> {
        if let AnyTenant::Site(site) = tenant { Some(site) } else { None }
    }

    fn organization(&self) -> Option<&OrgAccess> {
        Some(&self.organization)
    }

    fn site(&self) -> Option<SiteId> {
        Some(self.site.site.id)
    }
}

/// A tenant of any kind, for the steps that all routes share.
#[derive(Clone)]
pub enum AnyTenant {
    /// Neither an organization nor a site.
    Nobody,
    /// An organization.
    Organization(OrgAccess),
    /// A site.
    Site(SiteAccess),
}

impl AnyTenant {
    /// Finds the tenant, if the caller may know that it exists.
    pub(crate) async fn resolve(
        app: &App,
        caller: &Caller,
        tenant_source: TenantSource,
        path: &BTreeMap<String, String>,
        org_parameter: Option<&str>,
        facts: &RequestFacts,
    ) -> Result<Self, ApiError> {
        let named = match tenant_source {
            TenantSource::Nobody => return Ok(Self::Nobody),
            TenantSource::SiteInPath(name) => {
                let text = path.get(name).map_or("", String::as_str);
                let site = if facts.is_from_mcp { site_of_domain(app, caller, name, text).await? } else { None };
                return match site {
                    Some(id) => site_in(app, caller, Some(id)).await,
                    None => site_in(app, caller, text.parse().ok()).await,
                }
                .map(Self::Site);
            }
            TenantSource::OrganizationInPath(name) => path.get(name).map(String::as_str),
            TenantSource::OrganizationOfCaller | TenantSource::OwnerOf(_) => org_parameter,
        };
        let named =
            named.map(|text| text.parse::<OrgId>().map_err(|_| ApiError::not_found("organization"))).transpose()?;
        let organization = match named {
            Some(id) => organization_of(caller, id).ok_or_else(|| ApiError::not_found("organization")),
            None => match (tenant_source, caller) {
                (TenantSource::OwnerOf(owned), Caller::Session(grant)) if grant.memberships.len() > 1 => {
                    owner_of(app, owned, path, grant).await
                }
                _ => only_organization(caller),
            },
        };
        organization.map(Self::Organization)
    }

    /// Its organization.
    pub(crate) fn organization(&self) -> Option<&OrgAccess> {
        match self {
            Self::Nobody => None,
            Self::Organization(organization) => Some(organization),
            Self::Site(site) => Some(&site.organization),
        }
    }
}

/// The key's or app's site with this domain. `None` if the text is no domain, or no visible site has it; an error names the sites if
/// there are several.
async fn site_of_domain(app: &App, caller: &Caller, name: &str, text: &str) -> Result<Option<SiteId>, ApiError> {
    let organization = match caller {
        Caller::Key(grant) => organization_of_key(grant),
        Caller::App(grant) => OrgAccess::from(&**grant),
        Caller::Service(grant) => OrgAccess::from(&**grant),
        Caller::Session(_) | Caller::Link(_) | Caller::Nobody => return Ok(None),
    };
    let Some(domain) = check_domain(name, text, &mut Violations::new()) else { return Ok(None) };
    let sites = app.ports().sites.sites_of_domain(organization.id, organization.sites.listed(), &domain).await?;
    match sites.as_slice() {
        [] => Ok(None),
        [site] => Ok(Some(site.id)),
        several => {
            let ids: Vec<String> = several.iter().map(|site| site.id.to_string()).collect();
            let text = format!("{name}: several sites have this domain. Name one by its id: {}.", ids.join(", "));
            Err(ApiError::parameter(name, text))
        }
    }
}

/// The site with this id, if the caller may see it.
async fn site_in(app: &App, caller: &Caller, id: Option<SiteId>) -> Result<SiteAccess, ApiError> {
    let absent = || ApiError::not_found("site");
    let id = id.ok_or_else(absent)?;
    let site = app.site(id).await?.ok_or_else(absent)?;
    let organization = organization_of(caller, site.site.org_id).ok_or_else(absent)?;
    if organization.sites.includes(id) { Ok(SiteAccess { organization, site }) } else { Err(absent()) }
}

/// The organization, if the caller belongs to it.
fn organization_of(caller: &Caller, id: OrgId) -> Option<OrgAccess> {
    match caller {
        Caller::Key(grant) if grant.record.org_id == id => Some(organization_of_key(grant)),
        Caller::App(grant) if grant.app.org_id == id => Some(OrgAccess::from(&**grant)),
        Caller::Service(grant) if grant.account.org_id == id => Some(OrgAccess::from(&**grant)),
        Caller::Link(grant) if grant.link.org_id == id => Some(OrgAccess::from(&**grant)),
        Caller::Session(grant) => {
            let found = grant.memberships.iter().find(|membership| membership.org_id == id);
            found.map(|membership| OrgAccess::in_session(grant, membership))
        }
        _ => None,
    }
}

fn organization_of_key(grant: &KeyGrant) -> OrgAccess {
    OrgAccess::of_program(grant.record.org_id, grant.plan, None, grant.record.site_ids.clone())
}

/// The member's organization to which the object belongs.
async fn owner_of(
    app: &App,
    owned: Owned,
    path: &BTreeMap<String, String>,
    grant: &SessionGrant,
) -> Result<OrgAccess, ApiError> {
    let ports = app.ports();
    for membership in &grant.memberships {
        let org = membership.org_id;
        let access = OrgAccess::in_session(grant, membership);
        let has_it = match owned {
            Owned::Key(name) => match id_in(path, name) {
                Some(id) => ports.keys.key(org, id).await?.is_some(),
                None => false,
            },
            Owned::Webhook(name) => match id_in(path, name) {
                Some(id) => ports.webhooks.webhook(org, id).await?.is_some(),
                None => false,
            },
            Owned::Channel(name) => match id_in(path, name) {
                Some(id) => ports.channels.channel(org, id).await?.is_some(),
                None => false,
            },
            Owned::Recipient(name) => match id_in(path, name) {
                Some(id) => ports.recipients.recipient(org, id).await?.is_some(),
                None => false,
            },
            Owned::Job(name) => match id_in(path, name) {
                Some(id) => visible_job(app, &access, id).await?.is_some(),
                None => false,
            },
        };
        if has_it {
            return Ok(access);
        }
    }
    Err(ApiError::not_found(match owned {
        Owned::Key(_) => "API key",
        Owned::Webhook(_) => "webhook",
        Owned::Channel(_) => "channel",
        Owned::Recipient(_) => "recipient",
        Owned::Job(_) => "job",
    }))
}

/// A job of an organization, unless it is about a site that the caller may not see. A caller that sees only some sites
/// does not see jobs without a site.
pub(crate) async fn visible_job(app: &App, organization: &OrgAccess, id: JobId) -> Result<Option<Job>, ApiError> {
    let sites = &organization.sites;
    let may_see = |job: &Job| job.site_id.map_or(sites.listed().is_none(), |site| sites.includes(site));
    Ok(app.ports().jobs.job(organization.id, id).await?.filter(may_see))
}

fn id_in<I: FromStr>(path: &BTreeMap<String, String>, name: &str) -> Option<I> {
    path.get(name)?.parse().ok()
}

fn only_organization(caller: &Caller) -> Result<OrgAccess, ApiError> {
    match caller {
        Caller::Key(grant) => Ok(organization_of_key(grant)),
        Caller::App(grant) => Ok(OrgAccess::from(&**grant)),
        Caller::Service(grant) => Ok(OrgAccess::from(&**grant)),
        Caller::Session(grant) => match grant.memberships.as_slice() {
            [only] => Ok(OrgAccess::in_session(grant, only)),
            [] => Err(ApiError::new(
                Code::Forbidden,
                "This account is not a member of any organization. Ask an owner or admin of yours for an invitation, or the operator \
                 of this instance for an organization.",
            )),
            _ => Err(ApiError::parameter(
                ORG_PARAMETER,
                "You are a member of several organizations: name one with ?orgId=.",
            )),
        },
        Caller::Link(_) | Caller::Nobody => Err(ApiError::not_found("organization")),
    }
}
