//! `GET /analytics/:siteId/pages`: pages, and what readers did on them.

pub(super) mod file;
pub(super) mod place;
mod view;

pub use view::{PageItem, PagesReport};

use std::collections::BTreeMap;

use askline_app::ports::{
    StoreError,
    analytics::{Counts, CountsQuestion},
};
use askline_domain::{
    analytics::{
        OTHER_PAGE, PageSort,
        filter::AnalyticsFilter,
        page_list::question::{PageTotals, PagesQuestion},
    },
    events::CounterKind,
    shared::calendar::Window,
};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    citation_figures::CitationFigures,
    csv_text,
    question::{Question, analytics_query, before::Before},
    reading::counts,
    tables::PagesTable,
};
use crate::{
    files::{
        spreadsheet_cell::harmless,
        table_file::{ROWS_AT_ONCE, TableFormat, Wanted, words::FileLanguage},
    },
    pipeline::{
        call::Call,
        caller::SiteAccess,
        error::ApiError,
        request::{
            cursor::{Cursor, limit_of, read_place},
            input::{Input, Nothing},
        },
        response::reply::{Pagination, Reply},
    },
    resources::analytics::pages::view::{PreviousPages, Totals},
};

analytics_query! {
    /// Query parameters of the page list.
    pub struct PagesQuery {
        platform: "Only pages where this platform, network or assistant was used, and what was done with it.",
        format: TableFormat = "`csv`: a download of this page of the list instead of the envelope, or with `table` of the whole list. `xlsx`: the whole list as a workbook.",
        /// `folder`: the folders and pages directly below the folder of `page`, or of the site. A folder's row is named as it
        /// is asked for, `/guides/**`, and stands for all below it.
        pub by: Option<PagesBy>,
        /// What to order by.
        pub sort: Option<PageSort>,
        /// `desc` unless sorted by path.
        pub order: Option<Order>,
        /// Text that path or title must contain.
        #[schemars(length(min = 1, max = 200))]
        pub q: Option<String>,
        /// Rows of a page, 1 to 200.
        #[schemars(range(min = 1, max = 200), extend("default" = 50))]
        pub limit: Option<u32>,
        /// `meta.pagination.nextCursor` of the page before.
        pub cursor: Option<String>,
        /// `pages`: the file has every page that matches, in this order, 100,000 at most; `limit` and `cursor` are ignored.
        pub table: Option<PagesTable>,
        /// The language of the headings of `table`.
        pub language: Option<FileLanguage>,
    }
}

/// What a row represents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PagesBy {
    /// A page.
    Page,
    /// A folder, or a page in none.
    Folder,
}

/// The sort direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// Smallest first.
    Asc,
    /// Largest first.
    Desc,
}

/// `GET /analytics/:siteId/pages`
pub async fn show_pages(
    mut call: Call<SiteAccess>,
    input: Input<Nothing, PagesQuery>,
) -> Result<Reply<PagesReport>, ApiError> {
    let query = input.query;
    let mut question = Question::of(&query, &call).await?;
    let limit = limit_of(query.limit)?;
    // A caller who reads on past midnight does so in the days of the first part.
    let (window, after) = read_place(query.cursor.as_deref(), place::read)?
        .map_or((question.window, None), |(window, place)| (window, Some(place)));
    question.window = window;
    if query.q.as_ref().is_some_and(|text| text.is_empty() || text.chars().count() > 200) {
        return Err(ApiError::parameter("q", "q must have 1 to 200 characters."));
    }
    let sort = query.sort.unwrap_or_default();
    let descending = match query.order {
        Some(order) => order == Order::Desc,
        None => sort != PageSort::Path,
    };
    let pages = PagesQuestion {
        filter: question.filter.clone(),
        by_folder: query.by == Some(PagesBy::Folder),
        search: query.q.clone(),
        sort,
        descending,
        citations: cited_paths(&call, question.window).await?,
        after,
        limit,
    };
    if let Some(wanted) = Wanted::of(query.table, query.format, query.language) {
        let pages = PagesQuestion { after: None, limit: ROWS_AT_ONCE, ..pages };
        return file::reply(call, window, pages, wanted).await;
    }
    let before = match question.before {
        Some(before) => {
            let citations = cited_paths(&call, before.window).await?;
            Some((before.window, PagesQuestion { after: None, limit: 0, citations, ..pages.clone() }))
        }
        None => None,
    };
    // Searched pages have no counters of their own.
    let up_to_now = match question.before {
        Some(before) if query.q.is_none() => Some(totals_up_to(&call, &question, before).await?),
        _ => None,
    };
    let (analytics, site) = (call.app.ports().analytics.clone(), call.tenant.site.site.id);
    let window = question.window;
    let asking = async move {
        let answer = analytics.pages(site, window, &pages).await?;
        let previous = match &before {
            Some((window, pages)) => Some(analytics.pages(site, *window, pages).await?.totals),
            None => None,
        };
        Ok::<_, StoreError>((answer, previous))
    };
    let (answer, previous) = call.take_slot()?.finish(asking).await??;
    let paths = answer.rows.iter().filter_map(|row| row.path.clone());
    let answers =
        CitationFigures::read(&call, question.window).await?.with_pages(&call, question.window, paths).await?;
    let days = question.window.days();
    let next_cursor = answer.next.as_ref().map(|place| Cursor::at(place::written(window, place)));
    let pagination = Pagination { limit, has_more: answer.next.is_some(), next_cursor };
    let report = PagesReport {
        totals: Totals::of(answer.totals, days),
        items: answer.rows.into_iter().map(|row| PageItem::of(row, &answers)).collect(),
        previous: previous.map(|totals| {
            let totals = up_to_now.map_or(totals, |counted| PageTotals { pages: totals.pages, ..counted });
            PreviousPages { totals: Totals::of(totals, days) }
        }),
    };
    let csv = question.csv.then(|| to_csv(&report)).transpose()?;
    Ok(match csv {
        Some(text) => Reply::download("text/csv; charset=utf-8", text),
        None => Reply::new(report).range(question.range()).pagination(pagination),
    })
}

/// What was done in the window before, up to the hour that it is compared at.
async fn totals_up_to(call: &Call<SiteAccess>, question: &Question, before: Before) -> Result<PageTotals, ApiError> {
    const KINDS: [CounterKind; 4] =
        [CounterKind::View, CounterKind::AiClick, CounterKind::SocialClick, CounterKind::QuestionClick];
    // Views belong to no platform, and stay whichever is asked about.
    let of_any = AnalyticsFilter { platform: None, ..question.filter.clone() };
    let ask = |kind| vec![CountsQuestion { cut: before.cut, ..CountsQuestion::by_day(kind, before.window) }];
    let mut totals = [0; KINDS.len()];
    for (total, kind) in totals.iter_mut().zip(KINDS) {
        let filter = if kind == CounterKind::View { &of_any } else { &question.filter };
        let counted: i64 = counts(call, filter, ask(kind)).await?.iter().map(Counts::total).sum();
        *total = counted.unsigned_abs();
    }
    let [views, ai_clicks, social_clicks, question_clicks] = totals;
    Ok(PageTotals { pages: 0, views, ai_clicks, social_clicks, question_clicks })
}

/// How many answers of engines cite each path. From the other database, so a citation shows as soon as it is stored.
pub(super) async fn cited_paths(call: &Call<SiteAccess>, window: Window) -> Result<BTreeMap<String, i64>, ApiError> {
    let (from, before) = window.moments(&call.tenant.site.time_zone);
    let paths = call.app.ports().monitors.cited_paths(call.tenant.site.site.id, from, before).await?;
    Ok(paths.into_iter().map(|(path, count)| (path, i64::try_from(count).unwrap_or(i64::MAX))).collect())
}

impl Totals {
    fn of(totals: PageTotals, days: i32) -> Self {
        Self {
            pages: totals.pages,
            views: totals.views,
            ai_clicks: totals.ai_clicks,
            social_clicks: totals.social_clicks,
            question_clicks: totals.question_clicks,
            days,
        }
    }
}

fn to_csv(report: &PagesReport) -> Result<Vec<u8>, ApiError> {
    const HEADER: [&str; 13] = [
        "path",
        "title",
        "views",
        "aiClicks",
        "socialClicks",
        "questionClicks",
        "aiReferrals",
        "citations",
        "clickRate",
        "topPlatform",
        "lastClickAt",
        "citationShare",
        "viewsWithWidget",
    ];
    let rows = report.items.iter().map(|item| {
        (
            harmless(item.path.as_deref().unwrap_or(OTHER_PAGE)),
            harmless(item.title.as_deref().unwrap_or("")),
            (item.views, item.ai_clicks, item.social_clicks, item.question_clicks),
            (item.ai_referrals, item.citations, item.click_rate),
            (item.top_platform.clone(), item.last_click_at, item.citation_share, item.views_with_widget),
        )
    });
    csv_text::of_rows(&HEADER, rows)
}
