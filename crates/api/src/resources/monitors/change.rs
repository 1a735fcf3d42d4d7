//! Making, changing and deleting monitors. A refused change stores nothing.

use askline_app::ports::monitors::{MonitorCreation, MonitorState};
use askline_domain::{
    audit::{AuditDraft, Target},
    citations::answer_reading::own_hosts,
    monitors::{
        MAX_MONITORS_PER_SITE, Monitor,
        input::{MonitorEdit, NewMonitor},
    },
    shared::ids::{Id as _, MonitorId},
};
use serde_json::json;

use super::{MonitorPath, MonitorView, find};
use crate::{
    pipeline::{
        call::Call,
        caller::SiteAccess,
        error::{ApiError, Code},
        request::input::{Input, Json, Nothing},
        response::reply::Reply,
    },
    resources::sites::Deleted,
};

/// Characters of a question that the audit log shows as the name of its monitor.
const MAX_NAME_CHARACTERS: usize = 100;

/// `POST /monitors/:siteId`
pub async fn create_monitor(
    call: Call<SiteAccess>,
    input: Input<Nothing, Nothing, Json<NewMonitor>>,
) -> Result<Reply<MonitorView>, ApiError> {
    let at = call.request.at;
    let entry = &call.tenant.site;
    let settings = input.body.0.check(&hosts(&call))?;
    let id = MonitorId::new(at, &mut rand::rng());
    let monitor = Monitor::new(id, entry.site.id, settings, &entry.time_zone, at);
    let audit = audit(&call, "monitor.created", &monitor);
    match call.app.ports().monitors.create_monitor(&monitor, audit).await? {
        MonitorCreation::Created => Ok(Reply::new(MonitorView::of(monitor, None, &call.app.settings().engines))),
        MonitorCreation::LimitReached => {
            Err(ApiError::limit_reached(format!("The site has reached the limit of {MAX_MONITORS_PER_SITE} monitors.")))
        }
    }
}

/// `PATCH /monitors/:siteId/:monitorId`
pub async fn update_monitor(
    call: Call<SiteAccess>,
    input: Input<MonitorPath, Nothing, Json<MonitorEdit>>,
) -> Result<Reply<MonitorView>, ApiError> {
    let MonitorState { monitor: before, last_run } = find(&call, input.path.monitor_id).await?;
    let settings = input.body.0.check(&before.settings, &hosts(&call))?;
    let catalogue = &call.app.settings().engines;
    if settings == before.settings {
        return Ok(Reply::new(MonitorView::of(before, last_run, catalogue)));
    }
    let monitor = before.edited(settings, &call.tenant.site.time_zone, call.request.at);
    let audit = audit(&call, "monitor.updated", &monitor);
    match call.app.ports().monitors.update_monitor(&before, &monitor, audit).await? {
        true => Ok(Reply::new(MonitorView::of(monitor, last_run, catalogue))),
        false => {
            Err(ApiError::new(Code::Conflict, "The monitor was changed at the same time. Read it, then edit again."))
        }
    }
}

/// `DELETE /monitors/:siteId/:monitorId`
pub async fn delete_monitor(call: Call<SiteAccess>, input: Input<MonitorPath>) -> Result<Reply<Deleted>, ApiError> {
    let monitor = find(&call, input.path.monitor_id).await?.monitor;
    let audit = audit(&call, "monitor.deleted", &monitor);
    match call.app.ports().monitors.delete_monitor(monitor.site_id, monitor.id, audit).await? {
        true => Ok(Reply::new(Deleted::of(monitor.id))),
        false => Err(ApiError::not_found("monitor")),
    }
}

/// The audit log's entry about a change of a monitor.
pub(super) fn audit(call: &Call<SiteAccess>, action: &str, monitor: &Monitor) -> AuditDraft {
    let settings = &monitor.settings;
    let name: String = settings.query.chars().take(MAX_NAME_CHARACTERS).collect();
    let metadata = json!({
        "siteId": monitor.site_id, "engines": settings.engines, "cadence": settings.cadence,
        "samplesPerRun": settings.samples_per_run, "enabled": settings.enabled,
    });
    call.audit(call.tenant.organization.id, action, vec![Target::new("monitor", monitor.id, name)], metadata)
}

fn hosts(call: &Call<SiteAccess>) -> Vec<String> {
    let site = &call.tenant.site.site;
    own_hosts(&site.domain, &site.allowed_origins)
}
