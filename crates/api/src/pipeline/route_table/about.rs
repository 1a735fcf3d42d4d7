//! The builder step of a route that says which object it is about. Every object except the caller's organization must be
//! named in the path.

use std::marker::PhantomData;

use super::{About, Called, policy::Policy};
use crate::pipeline::{
    caller::{NoTenant, OrgAccess, SiteAccess},
    route_table::path::{self, OF_CHANNEL, OF_JOB, OF_KEY, OF_ORGANIZATION, OF_RECIPIENT, OF_SITE, OF_WEBHOOK},
    tenant::{Owned, TenantSource},
};

impl Called<OF_SITE> {
    /// About the site in the path.
    pub fn site(self) -> About<SiteAccess> {
        self.about(TenantSource::SiteInPath(path::SITE))
    }
}

impl Called<OF_ORGANIZATION> {
    /// About the organization in the path.
    pub fn organization(self) -> About<OrgAccess> {
        self.about(TenantSource::OrganizationInPath(path::ORGANIZATION))
    }
}

impl Called<OF_KEY> {
    /// About the organization that has the key in the path.
    pub fn owner_of_key(self) -> About<OrgAccess> {
        self.about(TenantSource::OwnerOf(Owned::Key(path::KEY)))
    }
}

impl Called<OF_WEBHOOK> {
    /// About the organization that has the webhook in the path.
    pub fn owner_of_webhook(self) -> About<OrgAccess> {
        self.about(TenantSource::OwnerOf(Owned::Webhook(path::WEBHOOK)))
    }
}

impl Called<OF_CHANNEL> {
    /// About the organization that has the channel in the path.
    pub fn owner_of_channel(self) -> About<OrgAccess> {
        self.about(TenantSource::OwnerOf(Owned::Channel(path::CHANNEL)))
    }
}

impl Called<OF_RECIPIENT> {
    /// About the organization that has the recipient in the path.
    pub fn owner_of_recipient(self) -> About<OrgAccess> {
        self.about(TenantSource::OwnerOf(Owned::Recipient(path::RECIPIENT)))
    }
}

impl Called<OF_JOB> {
    /// About the organization that has the job in the path.
    pub fn owner_of_job(self) -> About<OrgAccess> {
        self.about(TenantSource::OwnerOf(Owned::Job(path::JOB)))
    }
}

impl<const OWNER: u8> Called<OWNER> {
    /// About the caller's own organization.
    pub fn own_organization(self) -> About<OrgAccess> {
        self.about(TenantSource::OrganizationOfCaller)
    }
    /// About no organization in particular.
    pub fn no_organization(self) -> About<NoTenant> {
        self.about(TenantSource::Nobody)
    }
    fn about<T>(self, tenant_source: TenantSource) -> About<T> {
        About(Policy { tenant_source, ..self.0 }, PhantomData)
    }
}
