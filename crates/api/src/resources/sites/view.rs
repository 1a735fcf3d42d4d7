//! Sites as callers see them.

use askline_app::present_fields::every_field_present;
use askline_domain::{
    shared::rfc3339::Moment,
    sites::{InstallProblem, InstallStatus, Site},
};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::WidgetConfigView;

/// A site.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Site")]
pub struct SiteView {
    /// The site.
    #[serde(flatten)]
    pub site: Site,
    /// Whether the widget is installed.
    pub install: InstallView,
}

/// Whether the widget is installed, and where it was seen.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Install")]
#[schemars(transform = every_field_present)]
pub struct InstallView {
    /// `pending` until first seen, `installed` if seen within seven days, else `stale`; `error` if not seen since a failed check.
    pub status: InstallStatus,
    /// Why the check failed; null unless `status` is `error`.
    pub diagnostic: Option<Diagnostic>,
    /// The version of the widget that was last seen.
    pub widget_version: Option<String>,
    /// When it was first seen.
    pub first_seen_at: Option<Moment>,
    /// When it was last seen.
    pub last_seen_at: Option<Moment>,
    /// The page where it was last seen, without its query.
    pub last_seen_url: Option<String>,
    /// Whether a program drove the browser in which it was last seen, such as a test. Its events count for no reader.
    pub last_seen_automated: bool,
    /// When it was last checked.
    pub checked_at: Option<Moment>,
    /// Query parameters that the canonical links of at least three pages name, as Askline itself read them, and that `pages` does not
    /// have: each probably leads to another page. Add them to `pages.queryParameters`.
    pub proposed_query_parameters: Vec<String>,
}

/// Why a check failed.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Diagnostic {
    /// A stable code.
    pub code: InstallProblem,
    /// What to do.
    pub advice: String,
}

/// A site with its widget configuration.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct SiteDetail {
    /// The site.
    #[serde(flatten)]
    pub site: SiteView,
    /// The URL of the widget's script, for the `src` of the snippet, whose `data-site` is the site's id. Null if the operator
    /// configured no address: then it is `/widget.js` on the host that you called.
    pub script_url: Option<String>,
    /// Its widget configuration.
    pub config: WidgetConfigView,
}

impl SiteView {
    /// The view of a site at `now`.
    pub fn of(site: &Site, now: Timestamp) -> Self {
        let seen = &site.sightings;
        let status = seen.status(now);
        let problem = seen.check.as_ref().and_then(|check| check.problem);
        Self {
            site: site.clone(),
            install: InstallView {
                status,
                diagnostic: problem
                    .filter(|_| status == InstallStatus::Error)
                    .map(|code| Diagnostic { code, advice: code.advice().into() }),
                widget_version: seen.widget_version.clone(),
                first_seen_at: seen.first_seen_at.map(Moment),
                last_seen_at: seen.last_seen_at.map(Moment),
                last_seen_url: seen.last_seen_url.clone(),
                last_seen_automated: seen.last_seen_automated,
                checked_at: seen.check.as_ref().map(|check| Moment(check.checked_at)),
                proposed_query_parameters: seen.canonical_parameters.proposed(&site.pages),
            },
        }
    }
}
