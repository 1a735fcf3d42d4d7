//! `GET /sites/:id/missing-views`: whether views stopped while the widget's configuration is still requested.

use askline_app::{present_fields::every_field_present, sites::missing_views};
use askline_domain::sites::blocked_host::is_often_blocked;
use schemars::JsonSchema;
use serde::Serialize;

use crate::pipeline::handling::{ApiError, Call, Input, Reply, SiteAccess};

/// Whether views of a site are missing.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MissingViews")]
#[schemars(transform = every_field_present)]
pub struct MissingViewsView {
    /// Whether views are missing: every day had some until `since`, and since then no event of a reader arrived, although browsers
    /// requested the widget's configuration at least 50 times.
    pub missing: bool,
    /// The first day without events, in the time zone of the site; null if none are missing.
    pub since: Option<String>,
    /// How often browsers requested the configuration on the finished days since then, as far as recorded; null if none are missing.
    pub config_requests: Option<i64>,
    /// What may be the cause, most likely first; empty if none are missing.
    pub possible_causes: Vec<Cause>,
}

/// Why events may not arrive although the configuration does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "MissingViewsCause")]
pub enum Cause {
    /// The widget's host has a name, such as `stats.` or `analytics.`, that content blockers stop. Load the widget from another host
    /// or from a path of the site.
    BlockedHost,
    /// A content blocker names the widget's host or path. Load the widget from a path of the site.
    ContentBlocker,
    /// The page's Content Security Policy names only some paths of the widget's host in `connect-src`, without `/api/v1/events`.
    ContentSecurityPolicy,
    /// The page calls `askline.count(false)` or waits for consent that readers are not asked for.
    Consent,
}

/// `GET /sites/:id/missing-views`
pub async fn show_missing_views(call: Call<SiteAccess>, _: Input) -> Result<Reply<MissingViewsView>, ApiError> {
    let entry = &call.tenant.site;
    let ports = call.app.ports();
    let of_site = (&entry.site, &entry.time_zone, &entry.config.config);
    let found = missing_views::read((&*ports.sites, &*ports.analytics), of_site, call.request.at).await?;
    let is_blocked = call.app.settings().script_url().is_some_and(|script| is_often_blocked(&script));
    let causes = [
        is_blocked.then_some(Cause::BlockedHost),
        Some(Cause::ContentBlocker),
        Some(Cause::ContentSecurityPolicy),
        Some(Cause::Consent),
    ];
    Ok(Reply::new(MissingViewsView {
        missing: found.is_some(),
        since: found.map(|found| found.since.date().to_string()),
        config_requests: found.map(|found| found.requests),
        possible_causes: found.map(|_| causes.into_iter().flatten().collect()).unwrap_or_default(),
    }))
}
