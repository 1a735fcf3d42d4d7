//! Registers a site.

use askline_domain::{
    audit::{AuditDraft, Target, context::AuditContext},
    organizations::{
        bounds::{Made, day_of_making},
        plan::Plan,
    },
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
    policy_check::check_new_site_name,
    ports::{
        change::Scope,
        sites::{ConfigVersion, SiteStore},
    },
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
    let site = &prepared.site;
    let targets = vec![Target::new("site", site.id, &*site.name)];
    let metadata = json!({ "domain": site.domain, "timezone": site.timezone });
    let entry = context.entry(site.org_id, "site.created", targets, metadata);
    let most = plan.limits().sites;
    if add(&*instance.ports.sites, prepared, most, entry).await? {
        Ok(())
    } else {
        Err(UseCaseError::LimitReached(Limit::Sites { plan, most: most.unwrap_or_default() }))
    }
}

/// Stores a site. Returns false, with nothing stored, if its organization has `most` sites.
pub async fn add(
    sites: &dyn SiteStore,
    PreparedSite { site, config, prompts }: &PreparedSite,
    most: Option<u32>,
    entry: AuditDraft,
) -> Result<bool, UseCaseError> {
    let first = ConfigVersion::first(config.clone(), entry.actor.clone(), site.created_at);
    let mut change = sites.begin(&[Scope::Organization(site.org_id)]).await?;
    if let Some(most) = most
        && change.count_sites(site.org_id).await? >= most
    {
        return Ok(false);
    }
    let made = change.count_made(site.org_id, Made::Site, day_of_making(site.created_at)).await?;
    if made > Made::Site.most_a_day() {
        return Err(UseCaseError::LimitReached(Limit::SitesMadeToday));
    }
    change.insert_site(site).await?;
    change.insert_config(site.id, &first).await?;
    for prompt in prompts {
        change.insert_prompt(prompt).await?;
    }
    change.audit(entry).await?;
    change.commit().await?;
    Ok(true)
}
