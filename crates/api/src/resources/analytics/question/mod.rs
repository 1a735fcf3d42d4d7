//! The query of an analytics route: a period of calendar days, filters, a format.

pub(super) mod include;
pub(super) mod known_platforms;

use askline_app::reports::{before::Before, question as reports};
use askline_domain::{
    analytics::{
        filter::{AnalyticsFilter, PageFilter},
        series::{Interval, MAX_HOURLY_DAYS},
    },
    pages::identity::MAX_IDENTITY_BYTES,
    shared::{
        calendar::{Day, MAX_WINDOW_DAYS, WINDOW_DAYS_DEFAULT, Window, date_of},
        ids::SiteId,
    },
};
use known_platforms::check_platform;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    caches::ready_answers::{Asked, Key},
    files::table_file::TableFormat,
    pipeline::{
        handling::{ApiError, Call, SiteAccess},
        response::reply::Range,
    },
};

/// The maximum length of the id of an assistant in a query, in characters.
pub(in crate::resources) const MAX_PLATFORM_ID_CHARACTERS: usize = 64;

/// The number of days if hours are requested without a period: today and yesterday.
const HOURLY_DAYS_DEFAULT: i32 = 2;

/// Defines the query parameters of a route: those that every analytics route accepts, and its own. It is a macro, since
/// `serde(flatten)` can neither read numbers from a query string nor refuse unknown parameters.
macro_rules! analytics_query {
    (
        $(#[$about:meta])*
        pub struct $Query:ident {
            platform: $platform:literal,
            format: $Format:ty = $format:literal,
            $($own:tt)*
        }
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, Default, serde::Deserialize, schemars::JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $Query {
            /// The number of calendar days in the site's time zone, including today; 2 by default with `interval=hour`.
            #[schemars(range(min = 1, max = askline_domain::shared::calendar::MAX_WINDOW_DAYS), extend("default" = askline_domain::shared::calendar::WINDOW_DAYS_DEFAULT))]
            pub days: Option<i32>,
            /// The oldest date, instead of `days`.
            #[schemars(extend("format" = "date"))]
            pub from: Option<String>,
            /// The newest date, included; today by default.
            #[schemars(extend("format" = "date"))]
            pub to: Option<String>,
            /// Only this page, in any spelling of its address, escaped or readable; with `/**` at its end, the folder: the page and
            /// everything below it.
            #[schemars(length(min = 1, max = askline_domain::pages::identity::MAX_IDENTITY_BYTES))]
            pub page: Option<String>,
            #[doc = $platform]
            #[schemars(length(min = 1, max = $crate::resources::analytics::question::MAX_PLATFORM_ID_CHARACTERS))]
            pub platform: Option<String>,
            /// `previous`: adds totals and series of the previous period, which has the same length. `year`: instead, those of the
            /// same weekdays a year earlier. As long as the period has not ended, the earlier one is counted up to the same hour.
            pub compare: Option<$crate::resources::analytics::question::Compare>,
            /// The time that a row of `series` covers; `hour` only within the last eight days, including today.
            #[schemars(extend("default" = "day"))]
            pub interval: Option<askline_domain::analytics::series::Interval>,
            #[doc = $format]
            pub format: Option<$Format>,
            $($own)*
        }

        impl From<&$Query> for $crate::resources::analytics::AnalyticsQuery {
            fn from(query: &$Query) -> Self {
                Self {
                    days: query.days,
                    from: query.from.clone(),
                    to: query.to.clone(),
                    page: query.page.clone(),
                    platform: query.platform.clone(),
                    compare: query.compare,
                    interval: query.interval,
                    format: query.format.map(Into::into),
                }
            }
        }
    };
}
pub(super) use analytics_query;

analytics_query! {
    /// Query parameters of every analytics route.
    pub struct AnalyticsQuery {
        platform: "Only this platform, network or assistant.",
        format: Format = "`csv`: a download instead of the envelope.",
    }
}

/// What to compare with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Compare {
    /// The previous period, which has the same length.
    Previous,
    /// The same weekdays a year earlier: 52 weeks, or 53 if the period has 365 days.
    Year,
}

impl Compare {
    /// The earlier window with which `window` is compared.
    pub fn earlier(self, window: Window) -> Window {
        match self {
            Compare::Previous => window.previous(),
            Compare::Year => window.a_year_before(),
        }
    }
}

/// The format of the response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// JSON, in the envelope.
    Json,
    /// Comma-separated values.
    Csv,
}

impl From<TableFormat> for Format {
    fn from(format: TableFormat) -> Self {
        match format {
            TableFormat::Json | TableFormat::Xlsx => Format::Json,
            TableFormat::Csv => Format::Csv,
        }
    }
}

/// A query whose parameters were checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The question for the report.
    pub asked: reports::Question,
    /// Whether CSV is requested.
    pub csv: bool,
    time_zone: String,
}

impl Question {
    /// Checks the parameters against the site's calendar.
    pub async fn of(query: impl Into<AnalyticsQuery>, call: &Call<SiteAccess>) -> Result<Self, ApiError> {
        let query = query.into();
        let today = Day::of(call.request.at, &call.tenant.site.time_zone);
        let accept = call.request.header("accept").unwrap_or("");
        let platform = within(query.platform.as_deref(), "platform", MAX_PLATFORM_ID_CHARACTERS)?;
        let page = within(query.page.as_deref(), "page", MAX_IDENTITY_BYTES)?;
        let interval = query.interval.unwrap_or_default();
        let is_period_given = query.days.is_some() || query.from.is_some() || query.to.is_some();
        let days = match interval {
            Interval::Hour if !is_period_given => Some(HOURLY_DAYS_DEFAULT),
            _ => query.days,
        };
        let window = window_of(days, query.from.as_deref(), query.to.as_deref(), today)?;
        if interval == Interval::Hour && window.from.0 <= today.0 - MAX_HOURLY_DAYS {
            let message =
                format!("interval=hour reaches {} days back, and the window begins before that.", MAX_HOURLY_DAYS - 1);
            return Err(ApiError::parameter("interval", message));
        }
        if interval == Interval::Hour && query.compare == Some(Compare::Year) {
            let message = format!("compare=year needs another interval: hours are kept for {MAX_HOURLY_DAYS} days.");
            return Err(ApiError::parameter("compare", message));
        }
        if let Some(platform) = &platform {
            check_platform(platform, call).await?;
        }
        let csv = match query.format {
            Some(format) => format == Format::Csv,
            None => accept.starts_with("text/csv"),
        };
        Ok(Self {
            asked: reports::Question {
                window,
                interval,
                filter: AnalyticsFilter {
                    page: page.as_deref().and_then(|page| PageFilter::of(page, &call.tenant.site.pages)),
                    platform,
                },
                before: query.compare.map(|compare| {
                    Before::earlier(compare.earlier(window), window, call.request.at, &call.tenant.site.time_zone)
                }),
            },
            csv,
            time_zone: call.tenant.site.site.timezone.clone(),
        })
    }

    /// Refuses a comparison beside a CSV file of a series or of a part of a list, which has no columns for it.
    pub fn check_comparison(&self) -> Result<(), ApiError> {
        match self.asked.before {
            Some(_) if self.csv => Err(ApiError::without_effect("compare", "on a CSV file without table")),
            _ => Ok(()),
        }
    }

    /// The key of a report on this question in the cache.
    pub fn key(&self, report: (&'static str, bool), site: SiteId) -> Key {
        Key { report, site, asked: Asked::Counters(self.asked.clone()), csv: self.csv }
    }

    /// `meta.range`.
    pub fn range(&self) -> Range {
        Range {
            from: self.asked.window.from.date().to_string(),
            to: self.asked.window.to.date().to_string(),
            timezone: self.time_zone.clone(),
        }
    }
}

/// The text of a parameter, if it has at most so many characters.
pub(super) fn within(text: Option<&str>, name: &str, most: usize) -> Result<Option<String>, ApiError> {
    match text {
        Some(text) if text.is_empty() || text.chars().count() > most => {
            Err(ApiError::parameter(name, format!("{name} must have 1 to {most} characters.")))
        }
        other => Ok(other.map(str::to_owned)),
    }
}

/// The requested period: `days`, or `from` and `to`.
pub fn window_of(days: Option<i32>, from: Option<&str>, to: Option<&str>, today: Day) -> Result<Window, ApiError> {
    let out_of_bounds =
        |name| ApiError::parameter(name, format!("{name} must be a whole number from 1 to {MAX_WINDOW_DAYS}."));
    if from.is_none() && to.is_none() {
        let days = days.unwrap_or(WINDOW_DAYS_DEFAULT);
        return match days {
            1..=MAX_WINDOW_DAYS => Ok(Window::last_days(days, today)),
            _ => Err(out_of_bounds("days")),
        };
    }
    if days.is_some() {
        return Err(ApiError::parameter("days", "Send either days or from and to, not both."));
    }
    let Some(from) = from else {
        return Err(ApiError::parameter("from", "to needs from."));
    };
    let from = day_of("from", from)?;
    let to = to.map_or(Ok(today), |to| day_of("to", to))?;
    let window = Window { from, to };
    if to < from {
        return Err(ApiError::parameter("to", "to must not be before from."));
    }
    if window.days() > MAX_WINDOW_DAYS {
        return Err(ApiError::parameter("from", format!("from and to may span at most {MAX_WINDOW_DAYS} days.")));
    }
    Ok(window)
}

fn day_of(name: &str, text: &str) -> Result<Day, ApiError> {
    date_of(text).ok_or_else(|| ApiError::parameter(name, format!("{name} must be a date such as 2026-01-31.")))
}
