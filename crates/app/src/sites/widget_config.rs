//! Replaces the widget configuration of a site, or restores an earlier version of it.

use std::collections::HashSet;

use askline_domain::{
    audit::{AuditDraft, Target, context::AuditContext},
    prompts::PromptWarning,
    shared::ids::{Id as _, PromptId, QuestionId, SiteId},
    sites::Site,
    widget::{config::WidgetConfig, config_input::WidgetConfigInput},
};
use jiff::Timestamp;
use serde_json::json;

use super::{known_ids::with_instance_ids, payload::room_for};
use crate::{
    error::UseCaseError,
    instance::Instance,
    policy_check::{Judge, check_prompts},
    ports::{
        StoreError, StoreResult,
        change::Scope,
        sites::{ConfigVersion, SiteStore},
    },
};

/// The result of a new configuration.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "one of these lives at a time, for one request")]
pub enum ConfigChange {
    /// Stored under this version.
    Stored(ConfigVersion),
    /// The current version is this one and not the expected one; nothing was stored.
    VersionMismatch(u32),
    /// There is no such site, or no such version to roll back to.
    Missing,
}

/// Returns a configuration of a site if it passes all checks, and what the policy finds in texts that are stored already or
/// that the operator only wants warnings about. `current` is the current configuration.
pub async fn checked(
    instance: &Instance,
    (site, current): (&Site, &WidgetConfig),
    input: WidgetConfigInput,
    at: Timestamp,
) -> Result<(WidgetConfig, Vec<(String, PromptWarning)>), UseCaseError> {
    let mut new_question_id = || QuestionId::new(at, &mut rand::rng());
    let config = with_instance_ids(&instance.link_registry, |known| input.check(known, &mut new_question_id))?;
    let judge = Judge::of_request(instance, site).await?;
    let mut judge = judge.allowing_preferences_at(config.preference_paths());
    // A text that was stored where it may ask for a preference was not allowed anywhere else.
    let preferences: HashSet<String> = current.preference_paths().collect();
    let stored = current.prompt_texts().filter(|(path, _)| !preferences.contains(path));
    let found = judge.check_changed(config.prompt_texts(), stored)?;
    let current: Vec<PromptId> = current.prompt_ids().map(|(_, id)| id).collect();
    check_prompts(instance, site.id, config.prompt_ids().filter(|(_, id)| !current.contains(id))).await?;
    Ok((config, found))
}

/// Stores a configuration that passed the checks, if the payload does not become too large and the current version is `expected`
/// or none is expected.
pub async fn replace(
    instance: &Instance,
    site: &Site,
    config: &WidgetConfig,
    expected: Option<u32>,
    context: &AuditContext,
) -> Result<ConfigChange, UseCaseError> {
    let _turn = room_for(instance, site.id, |source| {
        source.version = source.version.saturating_add(1);
        source.config.clone_from(config);
    })
    .await?;
    let targets = vec![Target::new("site", site.id, &*site.name)];
    let audit = context.entry(site.org_id, "site.config_updated", targets, json!({ "expectedVersion": expected }));
    Ok(put(&*instance.ports.sites, site.id, expected, Wanted::New(config), audit).await?)
}

/// Stores the configuration of an earlier version again, under the same conditions.
pub async fn roll_back(
    instance: &Instance,
    site: &Site,
    version: u32,
    expected: Option<u32>,
    context: &AuditContext,
) -> Result<ConfigChange, UseCaseError> {
    let sites = &instance.ports.sites;
    let earlier = sites.config_versions(site.id).await?.into_iter().find(|kept| kept.version == version);
    // Its texts are not refused, although the policy may not have known their wording: they were stored once, and the
    // configuration warns of them.
    let _turn = room_for(instance, site.id, |source| {
        source.version = source.version.saturating_add(1);
        if let Some(earlier) = earlier {
            source.config = earlier.config;
        }
    })
    .await?;
    let targets = vec![Target::new("site", site.id, &*site.name)];
    let audit = context.entry(site.org_id, "site.config_rolled_back", targets, json!({ "toVersion": version }));
    Ok(put(&**sites, site.id, expected, Wanted::Earlier(version), audit).await?)
}

/// The configuration that a change makes the current one.
#[derive(Debug, Clone, Copy)]
pub enum Wanted<'a> {
    /// A new one.
    New(&'a WidgetConfig),
    /// That of an earlier version.
    Earlier(u32),
}

/// Stores the next version of a configuration at the time of the entry, if the current one is `expected` or none is expected.
pub async fn put(
    sites: &dyn SiteStore,
    id: SiteId,
    expected: Option<u32>,
    wanted: Wanted<'_>,
    entry: AuditDraft,
) -> StoreResult<ConfigChange> {
    let mut change = sites.begin(&[Scope::of(&entry)]).await?;
    let Some(current) = change.current_config(id).await? else { return Ok(ConfigChange::Missing) };
    if expected.is_some_and(|expected| expected != current) {
        return Ok(ConfigChange::VersionMismatch(current));
    }
    let config = match wanted {
        Wanted::New(config) => config.clone(),
        Wanted::Earlier(version) => match change.kept_config(id, version).await? {
            Some(earlier) => earlier.config,
            None => return Ok(ConfigChange::Missing),
        },
    };
    let no_number = || StoreError::Internal(format!("the configuration of {id} has no version left"));
    let next = ConfigVersion::after(current, config, entry.actor.clone(), entry.occurred_at).ok_or_else(no_number)?;
    change.insert_config(id, &next).await?;
    change.audit(entry).await?;
    change.commit().await?;
    Ok(ConfigChange::Stored(next))
}
