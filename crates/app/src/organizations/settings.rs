//! Changes the settings and the plan of an organization.

use askline_domain::{
    audit::{AuditDraft, Target, context::AuditContext},
    identity::{second_factor::sign_in_rules::SignInRules, user::User},
    organizations::{
        Organization, OrganizationSettings,
        brand::{Brand, BrandLogo},
        input::OrganizationEdit,
        plan::Plan,
    },
    shared::ids::OrgId,
};
use serde_json::json;

use crate::{
    error::{Changed, Conflict, UseCaseError},
    ports::{change::Scope, organizations::OrganizationStore},
};

/// Changes the settings of an organization that was read as `before`. Only an owner with a second factor can demand one.
pub async fn change(
    organizations: &dyn OrganizationStore,
    before: Organization,
    edit: OrganizationEdit,
    owner: &User,
    context: &AuditContext,
) -> Result<Organization, UseCaseError> {
    let (settings, logo) = edit.check(&before)?;
    if before.has(&settings) {
        return Ok(before);
    }
    let (old, new) = (before.sign_in_rules, settings.sign_in_rules);
    if new.require_second_factor && !old.require_second_factor && owner.factors.is_empty() {
        return Err(Conflict::NoSecondFactor.into());
    }
    let target = Target::new("organization", before.id, &*settings.name);
    let are_brands_equal = before.brand == settings.brand;
    let shown = |name: &str, slug: &str, rules: SignInRules, brand: &Option<Brand>| {
        let mut shown = json!({ "name": name, "slug": slug });
        if old != new {
            shown["requireSecondFactor"] = rules.require_second_factor.into();
            shown["rememberBrowsers"] = rules.remember_browsers.into();
        }
        if !are_brands_equal {
            shown["brand"] = json!(brand);
        }
        shown
    };
    let metadata = json!({
        "from": shown(&before.name, &before.slug, old, &before.brand),
        "to": shown(&settings.name, &settings.slug, new, &settings.brand),
    });
    let entry = context.entry(before.id, "organization.updated", vec![target], metadata);
    put(organizations, &before, (settings, logo.as_ref()), entry).await
}

/// Stores the settings of an organization that was read as `before`, and its logo if it is a new one. Returns it as it is now.
pub async fn put(
    organizations: &dyn OrganizationStore,
    before: &Organization,
    (settings, logo): (OrganizationSettings, Option<&BrandLogo>),
    entry: AuditDraft,
) -> Result<Organization, UseCaseError> {
    let OrganizationSettings { name, slug, sign_in_rules, brand } = settings;
    let mut change = organizations.begin(&[Scope::Organization(before.id), Scope::Slug(&slug)]).await?;
    let present = change.organization(before.id).await?.ok_or_else(missing)?;
    if (&present.name, &present.slug, present.sign_in_rules, &present.brand)
        != (&before.name, &before.slug, before.sign_in_rules, &before.brand)
    {
        return Err(UseCaseError::ChangedMeanwhile(Changed::Organization));
    }
    // Before the change demands a second factor, which its own caller may not have given.
    change.compare(&entry).await?;
    let changed = Organization { name, slug: slug.clone(), sign_in_rules, brand, ..present };
    if change.is_slug_taken(&changed).await? {
        return Err(Conflict::SlugTaken.into());
    }
    change.replace_settings(&changed, logo).await?;
    change.audit(entry).await?;
    change.commit().await?;
    Ok(changed)
}

/// Gives the organization another plan. Returns it as it is now.
pub async fn set_plan(
    organizations: &dyn OrganizationStore,
    before: &Organization,
    plan: Plan,
    context: &AuditContext,
) -> Result<Organization, UseCaseError> {
    let metadata = json!({ "from": before.plan, "to": plan });
    let entry = context.entry(before.id, "plan.changed", vec![target(before)], metadata);
    put_plan(organizations, before.id, plan, entry).await
}

/// Stores the plan of an organization. Returns it as it is now.
pub async fn put_plan(
    organizations: &dyn OrganizationStore,
    org: OrgId,
    plan: Plan,
    entry: AuditDraft,
) -> Result<Organization, UseCaseError> {
    let mut change = organizations.begin(&[Scope::Organization(org)]).await?;
    let present = change.organization(org).await?.ok_or_else(missing)?;
    change.replace_plan(org, plan).await?;
    change.audit(entry).await?;
    change.commit().await?;
    Ok(Organization { plan, ..present })
}

/// What an entry about an organization names.
pub(super) fn target(organization: &Organization) -> Target {
    Target::new("organization", organization.id, &*organization.name)
}

const fn missing() -> UseCaseError {
    UseCaseError::NotFound("organization")
}
