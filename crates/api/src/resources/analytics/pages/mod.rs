//! `GET /analytics/:siteId/pages`: the pages of a site, and what readers did there.

pub(super) mod file;
pub(super) mod place;

use std::collections::BTreeMap;

use askline_app::reports::{
    page_reads::PageReadCounts,
    pages::{self, PageItem, PagesReport},
};
use askline_domain::{
    analytics::{OTHER_PAGE, PageSort, page_list::question::PagesQuestion},
    pages::identity::PageAddresses,
    shared::{
        paging::{MAX_PAGE_ROWS, MAX_SEARCH_CHARACTERS, PAGE_ROWS_DEFAULT},
        rfc3339::Moment,
    },
};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    csv_text,
    question::{Question, analytics_query},
    reading::noted,
    tables::PagesTable,
};
use crate::{
    files::{
        spreadsheet_cell::harmless,
        table_file::{ROWS_AT_ONCE, TableFormat, Wanted, words::FileLanguage},
    },
    pipeline::{
        handling::{ApiError, Call, Caller, Cursor, Input, Nothing, Pagination, Reply, SiteAccess},
        request::cursor::{limit_of, read_place},
        response::reply::MetaNote,
    },
};

analytics_query! {
    /// Query parameters of the page list.
    pub struct PagesQuery {
        platform: "Only pages where this platform, network or assistant was used, and what was done with it.",
        format: TableFormat = "`csv`: a download of this page of the list instead of the envelope, or with `table` of the whole list. `xlsx`: the whole list as a workbook.",
        /// `folder`: the folders and pages directly below the folder of `page`, or of the site. The path of a folder's row can be
        /// requested as `page`, such as `/guides/**`; the row sums up everything below it.
        #[serde(rename = "groupBy")]
        pub group_by: Option<PagesBy>,
        /// The column to sort by.
        pub sort: Option<PageSort>,
        /// `desc` unless sorted by path.
        pub order: Option<Order>,
        /// Text that the path, escaped or readable, or the title must contain.
        #[schemars(length(min = 1, max = MAX_SEARCH_CHARACTERS))]
        pub q: Option<String>,
        /// The maximum number of rows on a page, 1 to 200.
        #[schemars(range(min = 1, max = MAX_PAGE_ROWS), extend("default" = PAGE_ROWS_DEFAULT))]
        pub limit: Option<u32>,
        /// `meta.pagination.nextCursor` of the previous page.
        pub cursor: Option<String>,
        /// `pages`: the file contains every page that matches, in this order, at most 100,000.
        pub table: Option<PagesTable>,
        /// The language of the headings of `table`.
        pub language: Option<FileLanguage>,
    }
}

/// What a row represents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "PagesGroupBy")]
pub enum PagesBy {
    /// A page.
    Page,
    /// A folder, or a page that is in no deeper folder.
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
    // All pages of a list cover the days of its first page, even if a caller reads on past midnight.
    let (window, after) = read_place(query.cursor.as_deref(), place::read)?
        .map_or((question.asked.window, None), |(window, place)| (window, Some(place)));
    question.asked.window = window;
    if query.q.as_ref().is_some_and(|text| text.is_empty() || text.chars().count() > MAX_SEARCH_CHARACTERS) {
        return Err(ApiError::parameter("q", format!("q must have 1 to {MAX_SEARCH_CHARACTERS} characters.")));
    }
    let sort = query.sort.unwrap_or_default();
    let descending = match query.order {
        Some(order) => order == Order::Desc,
        None => sort != PageSort::Path,
    };
    if sort == PageSort::Change && (question.asked.before.is_none() || query.platform.is_some()) {
        let message =
            "sort=change needs compare=previous, and no platform: asks of one assistant are not compared by page.";
        return Err(ApiError::parameter("sort", message));
    }
    let pages = PagesQuestion {
        filter: question.asked.filter.clone(),
        by_folder: query.group_by == Some(PagesBy::Folder),
        search: query.q.clone(),
        sort,
        descending,
        citations: BTreeMap::new(),
        previous_asks: None,
        after,
        limit,
    };
    let others =
        [("interval", query.interval.is_some()), ("limit", query.limit.is_some()), ("cursor", query.cursor.is_some())];
    if let Some(wanted) = Wanted::of(query.table, query.format, query.language, &others)? {
        let pages = PagesQuestion { after: None, limit: ROWS_AT_ONCE, ..pages };
        return file::reply(call, (window, question.asked.before), pages, wanted).await;
    }
    question.check_comparison()?;
    if question.csv && query.interval.is_some() {
        return Err(ApiError::without_effect("interval", "on a CSV file of pages"));
    }
    // A shared link shows what crawlers read only in a panel of its own.
    let with_reads = !matches!(call.caller, Caller::Link(_));
    let slot = call.take_slot()?;
    let (instance, entry) = (call.app.instance().clone(), call.tenant.site.clone());
    let compared = (question.asked.before, call.request.at);
    let reading = async move {
        let addresses = PageAddresses::new(&entry.site.domain, &entry.site.pages);
        let site = (entry.site.id, &entry.time_zone, &addresses);
        pages::read(&instance.ports, site, window, pages, compared, with_reads).await
    };
    let (report, next) = slot.finish(reading).await??;
    let next_cursor = next.as_ref().map(|place| Cursor::at(place::written(window, place)));
    let pagination = Pagination { limit, has_more: next_cursor.is_some(), next_cursor };
    let csv = question.csv.then(|| to_csv(&report)).transpose()?;
    Ok(match csv {
        Some(text) => Reply::download("text/csv; charset=utf-8", text),
        None => {
            let reply = Reply::new(report).range(question.range()).pagination(pagination);
            let reply = noted(reply, &call, &question.asked.filter).await?;
            match query.interval {
                Some(_) => reply.note(interval_without_effect()),
                None => reply,
            }
        }
    })
}

/// Says that a list of pages has no series whose rows could cover another time.
fn interval_without_effect() -> MetaNote {
    let message = "interval has no effect on the list of pages, which has no series.";
    MetaNote { code: "INTERVAL_WITHOUT_EFFECT", message: message.into() }
}

fn to_csv(report: &PagesReport) -> Result<Vec<u8>, ApiError> {
    const HEADER: [&str; 19] = [
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
        "url",
        "readsTraining",
        "readsSearch",
        "readsUser",
        "readsAgent",
        "lastReadAt",
    ];
    let rows = report.items.iter().map(
        |PageItem { counted: page, url, citation_share, click_rate, reads, last_read_at, .. }| {
            let of = |count: fn(&PageReadCounts) -> u64| reads.as_ref().map(count);
            let last_click_at = page.last_click_at.map(Moment);
            (
                harmless(page.path.as_deref().unwrap_or(OTHER_PAGE)),
                harmless(page.title.as_deref().unwrap_or("")),
                (page.views, page.ai_clicks, page.social_clicks, page.question_clicks),
                (page.ai_referrals, page.citations, *click_rate),
                (page.top_platform.clone(), last_click_at, *citation_share, page.views_with_widget),
                url.as_deref().map(harmless),
                (of(|reads| reads.training), of(|reads| reads.search), of(|reads| reads.user), of(|reads| reads.agent)),
                *last_read_at,
            )
        },
    );
    csv_text::of_rows(&HEADER, rows)
}
