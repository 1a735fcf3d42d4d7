//! The parameters of citation queries: days of the site's calendar, an engine, a monitor.

use askline_app::{ports::monitors::CitationFilter, reports::citations::GroupBy};
use askline_domain::{
    citations::answer_reading::SourceOwner,
    engines::Engine,
    shared::{
        calendar::{Day, MAX_WINDOW_DAYS, WINDOW_DAYS_DEFAULT, Window},
        ids::MonitorId,
        paging::{MAX_PAGE_ROWS, PAGE_ROWS_DEFAULT},
    },
};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    files::table_file::{TableFormat, words::FileLanguage},
    pipeline::{
        handling::{ApiError, Call, SiteAccess},
        response::reply::Range,
    },
    resources::analytics::{Compare, window_of},
};

/// Defines the query parameters of a route: those that every route about citations accepts, and its own. It is a macro, since
/// `serde(flatten)` can neither read numbers from a query string nor refuse unknown parameters.
macro_rules! citations_query {
    ($(#[$about:meta])* pub struct $Query:ident { $($own:tt)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        pub struct $Query {
            /// The number of calendar days in the site's time zone, including today.
            #[schemars(range(min = 1, max = MAX_WINDOW_DAYS), extend("default" = WINDOW_DAYS_DEFAULT))]
            pub days: Option<i32>,
            /// The oldest date, instead of `days`.
            #[schemars(extend("format" = "date"))]
            pub from: Option<String>,
            /// The newest date, included; today by default.
            #[schemars(extend("format" = "date"))]
            pub to: Option<String>,
            /// Only answers of this engine.
            pub engine: Option<Engine>,
            /// Only answers to this monitor's question.
            pub monitor_id: Option<MonitorId>,
            $($own)*
        }

        impl $Query {
            /// The question in the parameters that every route accepts, on the day of `at`.
            pub(super) fn asked_at(&self, call: &Call<SiteAccess>, at: Timestamp) -> Result<Asked, ApiError> {
                let days = (self.days, self.from.as_deref(), self.to.as_deref());
                Asked::of(call, at, days, (self.engine, self.monitor_id))
            }
        }
    };
}

citations_query! {
    /// Query parameters of the list of citations.
    pub struct CitationsQuery {
        /// `true`: only answers that cite the site; `false`: only answers that do not. Failed samples match neither.
        pub cited: Option<bool>,
        /// `csv`: a download of this page of the list instead of the envelope, or with `table` of the whole list. `xlsx`: the
        /// whole list as a workbook.
        pub format: Option<TableFormat>,
        /// `answers`: the file contains every answer, newest first, at most 100,000.
        pub table: Option<AnswersTable>,
        /// The language of the headings of `table`.
        pub language: Option<FileLanguage>,
        /// The maximum number of rows on a page, 1 to 200.
        #[schemars(range(min = 1, max = MAX_PAGE_ROWS), extend("default" = PAGE_ROWS_DEFAULT))]
        pub limit: Option<u32>,
        /// `meta.pagination.nextCursor` of the previous page.
        pub cursor: Option<String>,
    }
}

citations_query! {
    /// Query parameters of the summary.
    pub struct SummaryQuery {
        /// `previous`: adds the rates of the previous period, which has the same length, and whether they differ. `year`: instead,
        /// those of the same weekdays a year earlier.
        pub compare: Option<Compare>,
        /// `monitor`: adds the rates of each monitor. `competitor`: adds those of each competitor.
        pub group_by: Option<GroupBy>,
    }
}

/// The table in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AnswersTable {
    /// The answers of engines.
    Answers,
}

citations_query! {
    /// Query parameters of the list of cited pages.
    pub struct UrlsQuery {
        /// Only pages of this owner.
        pub owner: Option<SourceOwner>,
        /// The maximum number of rows on a page, 1 to 200.
        #[schemars(range(min = 1, max = MAX_PAGE_ROWS), extend("default" = PAGE_ROWS_DEFAULT))]
        pub limit: Option<u32>,
        /// `meta.pagination.nextCursor` of the previous page.
        pub cursor: Option<String>,
    }
}

/// A query whose parameters were checked.
pub(super) struct Asked {
    /// The filter of citations; its `cited` is not set.
    pub filter: CitationFilter,
    /// The days.
    pub window: Window,
    /// `meta.range`.
    pub range: Range,
}

impl Asked {
    fn of(
        call: &Call<SiteAccess>,
        at: Timestamp,
        (days, from, to): (Option<i32>, Option<&str>, Option<&str>),
        (engine, monitor): (Option<Engine>, Option<MonitorId>),
    ) -> Result<Self, ApiError> {
        let entry = &call.tenant.site;
        let window = window_of(days, from, to, Day::of(at, &entry.time_zone))?;
        let (from, before) = window.moments(&entry.time_zone);
        let range = Range {
            from: window.from.date().to_string(),
            to: window.to.date().to_string(),
            timezone: entry.site.timezone.clone(),
        };
        Ok(Self { filter: CitationFilter { from, before, engine, monitor, cited: None }, window, range })
    }
}
