//! Registers a site.

use askline_domain::{
    audit::{Target, context::AuditContext},
    organizations::plan::Plan,
    prompts::{Prompt, built_in::prompts_for_new_site},
    shared::ids::{Id as _, OrgId, PromptId, SiteId},
    sites::{Site, input::NewSite, visible::VisibleSites},
    widget::config::WidgetConfig,
};
use jiff::Timestamp;
use serde_json::json;

use super::known_ids::with_instance_ids;
use crate::{
    error::{Limit, UseCaseError},
    instance::Instance,
    ports::sites::SiteCreation,
    prompts::policy_check::check_new_site_name,
};

/// The language of a new site's prompts, which ask for an answer in the page's language.
const DEFAULT_LANGUAGE: &str = "en";

/// A site that passed the checks, with its first configuration and prompts.
pub struct PreparedSite {
    /// The site.
    pub site: Site,
    /// Its first configuration.
    pub config: WidgetConfig,
    /// Its first prompts.
    pub prompts: Vec<Prompt>,
}

/// A site that was registered.
pub struct Created {
    /// The site.
    pub site: Site,
    /// Other sites of the organization with the same domain, as far as the caller may see them.
    pub same_domain: Vec<Site>,
}

/// Registers a site of an organization, with its first configuration and prompts. `visible` are the sites that the caller may see.
pub async fn create(
    instance: &Instance,
    organization: (OrgId, Plan),
    visible: &VisibleSites,
    new: NewSite,
    context: &AuditContext,
) -> Result<Created, UseCaseError> {
    let (org, plan) = organization;
    let prepared = prepare(instance, org, new, context.at)?;
    // Read before the site is stored: a failure of this read must not look as if nothing had been stored.
    let same_domain = instance.ports.sites.sites_of_domain(org, visible.listed(), &prepared.site.domain).await?;
    store(instance, &prepared, plan, context).await?;
    Ok(Created { site: prepared.site, same_domain })
}

/// Checks a new site and gives it its first configuration and prompts.
pub fn prepare(instance: &Instance, org: OrgId, new: NewSite, at: Timestamp) -> Result<PreparedSite, UseCaseError> {
    let site = Site::new(SiteId::new(at, &mut rand::rng()), org, new.check()?, at);
    check_new_site_name(instance, &site)?;
    let config = with_instance_ids(&instance.link_registry, WidgetConfig::for_new_site);
    let mut new_prompt_id = |at| PromptId::new(at, &mut rand::rng());
    let prompts = prompts_for_new_site(site.id, DEFAULT_LANGUAGE, at, &mut new_prompt_id);
    Ok(PreparedSite { site, config, prompts })
}

/// Stores a site that passed the checks, unless its organization has reached a limit.
pub async fn store(
    instance: &Instance,
    prepared: &PreparedSite,
    plan: Plan,
    context: &AuditContext,
) -> Result<(), UseCaseError> {
    let PreparedSite { site, config, prompts } = prepared;
    let targets = vec![Target::new("site", site.id, &*site.name)];
    let metadata = json!({ "domain": site.domain, "timezone": site.timezone });
    let audit = context.entry(site.org_id, "site.created", targets, metadata);
    let most = plan.limits().sites;
    match instance.ports.sites.create_site(site, config, prompts, most, audit).await? {
        SiteCreation::Created => Ok(()),
        SiteCreation::LimitReached => {
            Err(UseCaseError::LimitReached(Limit::Sites { plan, most: most.unwrap_or_default() }))
        }
        SiteCreation::DayLimitReached => Err(UseCaseError::LimitReached(Limit::SitesMadeToday)),
    }
}
