//! Creates and changes monitors.

use askline_domain::{
    audit::{AuditDraft, Target, context::AuditContext},
    citations::answer_reading::own_hosts,
    monitors::{
        Monitor,
        input::{MonitorEdit, NewMonitor},
    },
    shared::ids::{Id as _, MonitorId, OrgId},
    sites::Site,
};
use jiff::tz::TimeZone;
use serde_json::json;

use crate::{
    error::{Changed, Limit, UseCaseError},
    ports::monitors::{MonitorCreation, MonitorStore},
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
    let audit = entry_about(&monitor, site.org_id, "monitor.created", context);
    match monitors.create_monitor(&monitor, audit).await? {
        MonitorCreation::Created => Ok(monitor),
        MonitorCreation::LimitReached => Err(UseCaseError::LimitReached(Limit::Monitors)),
    }
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
    let audit = entry_about(&monitor, site.org_id, "monitor.updated", context);
    match monitors.update_monitor(&before, &monitor, audit).await? {
        true => Ok(monitor),
        false => Err(UseCaseError::ChangedMeanwhile(Changed::Monitor)),
    }
}

/// The audit entry about a monitor.
pub fn entry_about(monitor: &Monitor, org: OrgId, action: &str, context: &AuditContext) -> AuditDraft {
    let settings = &monitor.settings;
    let name: String = settings.query.chars().take(MAX_NAME_CHARACTERS).collect();
    let metadata = json!({
        "siteId": monitor.site_id, "engines": settings.engines, "cadence": settings.cadence,
        "samplesPerRun": settings.samples_per_run, "enabled": settings.enabled,
        "archived": monitor.is_archived(),
    });
    context.entry(org, action, vec![Target::new("monitor", monitor.id, name)], metadata)
}
