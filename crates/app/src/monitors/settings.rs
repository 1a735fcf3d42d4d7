//! Creates, changes and deletes monitors.

use askline_domain::{
    audit::{AuditDraft, Target, context::AuditContext},
    citations::answer_reading::own_hosts,
    monitors::{
        MAX_MONITORS_PER_SITE, Monitor,
        input::{MonitorEdit, NewMonitor},
    },
    shared::ids::{Id as _, MonitorId, OrgId, SiteId},
    sites::Site,
};
use jiff::tz::TimeZone;
use serde_json::json;

use crate::{
    error::{Changed, Limit, UseCaseError},
    ports::{StoreResult, change::Scope, monitors::MonitorStore},
};

/// The maximum number of characters of a question that the audit log shows as the name of its monitor.
const MAX_NAME_CHARACTERS: usize = 100;

/// Creates a monitor of a site whose time zone is `zone`.
pub async fn create(
    monitors: &dyn MonitorStore,
    (site, zone): (&Site, &TimeZone),
    new: NewMonitor,
    context: &AuditContext,
) -> Result<Monitor, UseCaseError> {
    let settings = new.check(&own_hosts(&site.domain, &site.allowed_origins))?;
    let id = MonitorId::new(context.at, &mut rand::rng());
    let monitor = Monitor::new(id, site.id, settings, zone, context.at);
    let entry = entry_about(&monitor, site.org_id, "monitor.created", context);
    if add(monitors, &monitor, entry).await? { Ok(monitor) } else { Err(UseCaseError::LimitReached(Limit::Monitors)) }
}

/// Stores a monitor. Returns false, with nothing stored, if its site has as many as it may have.
pub async fn add(monitors: &dyn MonitorStore, monitor: &Monitor, entry: AuditDraft) -> StoreResult<bool> {
    let mut change = monitors.begin(&[Scope::of(&entry)]).await?;
    if change.count_monitors(monitor.site_id).await? >= MAX_MONITORS_PER_SITE {
        return Ok(false);
    }
    change.insert_monitor(monitor).await?;
    change.audit(entry).await?;
    change.commit().await?;
    Ok(true)
}

/// Changes a monitor that was read as `before`.
pub async fn change(
    monitors: &dyn MonitorStore,
    (site, zone): (&Site, &TimeZone),
    before: Monitor,
    edit: MonitorEdit,
    context: &AuditContext,
) -> Result<Monitor, UseCaseError> {
    let is_archived = edit.archived.unwrap_or(before.is_archived());
    let settings = edit.check(&before.settings, &own_hosts(&site.domain, &site.allowed_origins))?;
    if settings == before.settings && is_archived == before.is_archived() {
        return Ok(before);
    }
    let monitor = before.edited(settings, is_archived, zone, context.at);
    let entry = entry_about(&monitor, site.org_id, "monitor.updated", context);
    if put(monitors, &before, &monitor, entry).await? {
        Ok(monitor)
    } else {
        Err(UseCaseError::ChangedMeanwhile(Changed::Monitor))
    }
}

/// Stores the settings of a monitor. Returns false, with nothing stored, if it was deleted or edited since it was `read`.
pub async fn put(
    monitors: &dyn MonitorStore,
    read: &Monitor,
    monitor: &Monitor,
    entry: AuditDraft,
) -> StoreResult<bool> {
    let mut change = monitors.begin(&[Scope::of(&entry)]).await?;
    if !change.replace_monitor(read, monitor).await? {
        return Ok(false);
    }
    change.audit(entry).await?;
    change.commit().await?;
    Ok(true)
}

/// Deletes a monitor of a site of an organization, with its runs and citations. The job of a run in progress fails.
pub async fn delete(
    monitors: &dyn MonitorStore,
    org: OrgId,
    monitor: &Monitor,
    context: &AuditContext,
) -> Result<(), UseCaseError> {
    let entry = entry_about(monitor, org, "monitor.deleted", context);
    if remove(monitors, (monitor.site_id, monitor.id), entry).await? {
        Ok(())
    } else {
        Err(UseCaseError::NotFound("monitor"))
    }
}

/// Marks a monitor as deleted. Returns false, with nothing stored, if the site has no such monitor.
pub async fn remove(
    monitors: &dyn MonitorStore,
    (site, id): (SiteId, MonitorId),
    entry: AuditDraft,
) -> StoreResult<bool> {
    let mut change = monitors.begin(&[Scope::of(&entry)]).await?;
    if !change.remove_monitor(site, id).await? {
        return Ok(false);
    }
    change.audit(entry).await?;
    change.commit().await?;
    Ok(true)
}

/// The audit entry about a monitor.
pub(super) fn entry_about(monitor: &Monitor, org: OrgId, action: &str, context: &AuditContext) -> AuditDraft {
    let settings = &monitor.settings;
    let name: String = settings.query.chars().take(MAX_NAME_CHARACTERS).collect();
    let metadata = json!({
        "siteId": monitor.site_id, "engines": settings.engines, "cadence": settings.cadence,
        "samplesPerRun": settings.samples_per_run, "enabled": settings.enabled,
        "archived": monitor.is_archived(),
    });
    context.entry(org, action, vec![Target::new("monitor", monitor.id, name)], metadata)
}
