//! Creates, changes and deletes monitors. A refused change stores nothing.

use askline_app::{monitors, ports::monitors::MonitorState, sites::gone::remove_what_is_gone};
use askline_domain::monitors::input::{MonitorEdit, NewMonitor};

use super::{MonitorPath, MonitorView, add_changes, find};
use crate::{
    pipeline::handling::{ApiError, Call, Input, Json, Nothing, Reply, SiteAccess},
    resources::sites::Deleted,
};

/// `POST /monitors/:siteId`
pub async fn create_monitor(
    call: Call<SiteAccess>,
    input: Input<Nothing, Nothing, Json<NewMonitor>>,
) -> Result<Reply<MonitorView>, ApiError> {
    let (store, site) = (&*call.app.ports().monitors, &call.tenant.site);
    let of = (&site.site, &site.time_zone);
    let monitor = monitors::create(store, of, input.body.0, &call.audit_context()).await?;
    Ok(Reply::new(MonitorView::of(monitor, None, &call.app.settings().engines)))
}

/// `PATCH /monitors/:siteId/:monitorId`
pub async fn update_monitor(
    call: Call<SiteAccess>,
    input: Input<MonitorPath, Nothing, Json<MonitorEdit>>,
) -> Result<Reply<MonitorView>, ApiError> {
    let MonitorState { monitor, last_run } = find(&call, input.path.monitor_id).await?;
    let (store, site) = (&*call.app.ports().monitors, &call.tenant.site);
    let of = (&site.site, &site.time_zone);
    let monitor = monitors::change(store, of, monitor, input.body.0, &call.audit_context()).await?;
    let mut changed = [MonitorState { monitor, last_run }];
    // Read after the edit: a change of a question that is no longer asked is not current.
    add_changes(&call, &mut changed).await?;
    let [MonitorState { monitor, last_run }] = changed;
    Ok(Reply::new(MonitorView::of(monitor, last_run, &call.app.settings().engines)))
}

/// `DELETE /monitors/:siteId/:monitorId`
pub async fn delete_monitor(call: Call<SiteAccess>, input: Input<MonitorPath>) -> Result<Reply<Deleted>, ApiError> {
    let monitor = find(&call, input.path.monitor_id).await?.monitor;
    let (store, org) = (&*call.app.ports().monitors, call.tenant.organization.id);
    monitors::delete(store, org, &monitor, &call.audit_context()).await?;
    // From now on callers cannot see the monitor; its runs and answers are removed afterwards.
    remove_what_is_gone(call.app.instance());
    Ok(Reply::new(Deleted::of(monitor.id)))
}
