//! Which citations are asked about: a window of calendar days of the site, an engine, a monitor.

use askline_domain::{
    answer_reading::SourceOwner, calendar::Day, engine::Engine, id::MonitorId, ports::CitationFilter,
};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    analytics::{Format, window_of},
    caller::{Call, SiteAccess},
    error::ApiError,
    reply::Range,
};

/// Query parameters of the list of citations.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CitationsQuery {
    /// Calendar days of the site's time zone, today included.
    #[schemars(range(min = 1, max = 365), extend("default" = 30))]
    pub days: Option<i32>,
    /// The oldest date, instead of `days`.
    #[schemars(extend("format" = "date"))]
    pub from: Option<String>,
    /// The newest date, included; today when left out.
    #[schemars(extend("format" = "date"))]
    pub to: Option<String>,
    /// Only answers of this engine.
    pub engine: Option<Engine>,
    /// Only answers to this monitor's question.
    pub monitor_id: Option<MonitorId>,
    /// `true`: only answers that cite the site; `false`: only answers that do not. Failures are neither.
    pub cited: Option<bool>,
    /// `csv`: a download of this page of the list instead of the envelope.
    pub format: Option<Format>,
    /// Rows of a page, 1 to 200.
    #[schemars(range(min = 1, max = 200), extend("default" = 50))]
    pub limit: Option<u32>,
    /// `meta.pagination.nextCursor` of the page before.
    pub cursor: Option<String>,
}

/// Query parameters of the summary.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SummaryQuery {
    /// Calendar days of the site's time zone, today included.
    #[schemars(range(min = 1, max = 365), extend("default" = 30))]
    pub days: Option<i32>,
    /// The oldest date, instead of `days`.
    #[schemars(extend("format" = "date"))]
    pub from: Option<String>,
    /// The newest date, included; today when left out.
    #[schemars(extend("format" = "date"))]
    pub to: Option<String>,
    /// Only answers of this engine.
    pub engine: Option<Engine>,
    /// Only answers to this monitor's question.
    pub monitor_id: Option<MonitorId>,
}

/// Query parameters of the pages that are cited.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UrlsQuery {
    /// Calendar days of the site's time zone, today included.
    #[schemars(range(min = 1, max = 365), extend("default" = 30))]
    pub days: Option<i32>,
    /// The oldest date, instead of `days`.
    #[schemars(extend("format" = "date"))]
    pub from: Option<String>,
    /// The newest date, included; today when left out.
    #[schemars(extend("format" = "date"))]
    pub to: Option<String>,
    /// Only answers of this engine.
    pub engine: Option<Engine>,
    /// Only answers to this monitor's question.
    pub monitor_id: Option<MonitorId>,
    /// Only pages of this owner.
    pub owner: Option<SourceOwner>,
    /// Rows of a page, 1 to 200.
    #[schemars(range(min = 1, max = 200), extend("default" = 50))]
    pub limit: Option<u32>,
    /// `meta.pagination.nextCursor` of the page before.
    pub cursor: Option<String>,
}

/// A question whose parameters were checked.
pub(super) struct Asked {
    /// Which citations.
    pub filter: CitationFilter,
    /// `meta.range`.
    pub range: Range,
    /// Whether CSV is wanted.
    pub csv: bool,
}

impl CitationsQuery {
    pub(super) fn asked(&self, call: &Call<SiteAccess>) -> Result<Asked, ApiError> {
        let entry = &call.tenant.site;
        let today = Day::of(call.request.at, &entry.time_zone);
        let window = window_of(self.days, self.from.as_deref(), self.to.as_deref(), today)?;
        let (from, before) = window.moments(&entry.time_zone);
        let accept = call.request.header("accept").unwrap_or("");
        Ok(Asked {
            filter: CitationFilter { from, before, engine: self.engine, monitor: self.monitor_id, cited: self.cited },
            range: Range {
                from: window.from.date().to_string(),
                to: window.to.date().to_string(),
                timezone: entry.site.timezone.clone(),
            },
            csv: self.format.map_or(accept.starts_with("text/csv"), |format| format == Format::Csv),
        })
    }
}

impl From<SummaryQuery> for CitationsQuery {
    fn from(query: SummaryQuery) -> Self {
        let SummaryQuery { days, from, to, engine, monitor_id } = query;
        Self { days, from, to, engine, monitor_id, ..Self::default() }
    }
}

impl From<&UrlsQuery> for CitationsQuery {
    fn from(query: &UrlsQuery) -> Self {
        let UrlsQuery { days, from, to, engine, monitor_id, .. } = query.clone();
        Self { days, from, to, engine, monitor_id, ..Self::default() }
    }
}
